// markdown-it brings these files, its types do not.
declare module 'markdown-it/lib/rules_block/*.mjs' {
  import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';

  const rule: (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

  // biome-ignore lint/style/noDefaultExport: it is markdown-it’s export.
  export { rule as default };
}
