import type { Route } from 'playwright-core';

/** What a server answers. */
export interface ServedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Answers as VS Code does: any page may read it, and of a recording the part that is asked for. */
export async function serveFile(route: Route, { bytes, contentType }: ServedFile): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'accept-ranges': 'bytes' };
  const [, from, to] = /^bytes=(\d+)-(\d+)?$/.exec(route.request().headers().range ?? '') ?? [];
  const [first, last] = [Number(from ?? 0), Math.min(Number(to ?? bytes.length - 1), bytes.length - 1)];
  if (from === undefined || first > last) {
    await route.fulfill({ contentType, headers, body: Buffer.from(bytes) });
    return;
  }
  await route.fulfill({
    status: 206,
    contentType,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${bytes.length}` },
    body: Buffer.from(bytes.subarray(first, last + 1)),
  });
}
