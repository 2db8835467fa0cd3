import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import haskell from 'highlight.js/lib/languages/haskell';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import latex from 'highlight.js/lib/languages/latex';
import less from 'highlight.js/lib/languages/less';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import vbnet from 'highlight.js/lib/languages/vbnet';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  dart,
  diff,
  dockerfile,
  elixir,
  go,
  graphql,
  haskell,
  ini,
  java,
  javascript,
  json,
  kotlin,
  latex,
  less,
  lua,
  makefile,
  markdown,
  perl,
  php,
  powershell,
  python,
  r,
  ruby,
  rust,
  scala,
  scss,
  shell,
  sql,
  swift,
  typescript,
  vbnet,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(languages)) {
  highlighter.registerLanguage(name, language);
}
/** VS Code’s own names of languages, and other common ones, that highlight.js does not know as aliases. */
highlighter.registerAliases(['typescriptreact'], { languageName: 'typescript' });
highlighter.registerAliases(['javascriptreact'], { languageName: 'javascript' });
highlighter.registerAliases(['shellscript', 'fish', 'nushell'], { languageName: 'bash' });
highlighter.registerAliases(['vue', 'svelte', 'astro'], { languageName: 'xml' });
highlighter.registerAliases(['objective-c', 'objc', 'cuda'], { languageName: 'cpp' });
highlighter.registerAliases(['dotenv', 'properties', 'editorconfig'], { languageName: 'ini' });
highlighter.registerAliases(['json5', 'jsonl', 'ndjson'], { languageName: 'json' });
highlighter.registerAliases(['vb'], { languageName: 'vbnet' });

export interface Highlighted {
  /** The code as HTML of nothing but `span` elements with a class. */
  readonly html: string;
  /** Whether it ends within something, such as a comment, that goes on behind it. */
  readonly isOpen: boolean;
}

export function knowsLanguage(language: string): boolean {
  return highlighter.getLanguage(language) !== undefined;
}

export function highlight(code: string, language: string): Highlighted {
  const { value, _top: top } = highlighter.highlight(code, { language, ignoreIllegals: true });
  return { html: value, isOpen: top !== undefined && 'parent' in top };
}
