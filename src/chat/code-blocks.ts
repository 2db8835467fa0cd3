import { type CodeInfo, readCodeInfo } from './shared/code-info.ts';
import { createMarkdownParser, type MarkdownEnv, normalizeMarkdown } from './shared/markdown-parser.ts';

export interface CodeBlock extends CodeInfo {
  /** Without the last line’s end. */
  readonly code: string;
}

const parser = createMarkdownParser();

/** All code blocks of a message, fenced and indented, in the order in which the view counts them. */
export function codeBlocksOf(markdown: string): CodeBlock[] {
  const env: MarkdownEnv = { references: {} };
  const tokens: ReturnType<typeof parser.parse> = [];
  parser.block.parse(normalizeMarkdown(markdown), parser, env, tokens);
  return tokens
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ info, content }) => ({
      ...readCodeInfo(parser.utils.unescapeAll(info)),
      code: content.endsWith('\n') ? content.slice(0, -1) : content,
    }));
}

/** One of them; `undefined` where there is none of this number. */
export function codeBlockOf(markdown: string, block: number): CodeBlock | undefined {
  return codeBlocksOf(markdown)[block];
}
