const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#13': '\r' };

/** The value of the first attribute of this name as a browser reads it. */
export function attribute(html: string, name: string): string | undefined {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];
  return found?.replace(/&(amp|quot|lt|gt|#13);/g, (_, entity: string) => entities[entity] ?? '');
}
