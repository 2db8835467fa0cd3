import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import { CHAT_COMMANDS } from '../../src/chat/commands.ts';
import { CHAT_PARAMETERS } from '../../src/chat/parameter-values.ts';
import { fillTemplate, usesSelection } from '../../src/chat/templates.ts';
import { instructionPresets } from '../../src/edit/instruction-presets.ts';
import { DEFAULT_DEADLINES } from '../../src/service/deadlines.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { checkRequest } from '../../src/service/limits.ts';
import {
  chatCompletionRequest,
  completionRequest,
  editRequest,
  imageGenerationRequest,
  transcriptionRequest,
  translationRequest,
} from '../../src/service/request-schema.ts';
import { keysIn } from '../package/manifest.ts';
import { projectFolder } from '../vscode/npm-install.ts';

interface Schema {
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  maxItems?: number;
  enum?: unknown[];
  pattern?: string;
  examples?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

interface Setting extends Schema {
  scope?: string;
}

interface Manifest {
  activationEvents: string[];
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string }[];
    keybindings: { command: string; key: string; mac?: string; when?: string }[];
    menus: Record<string, { command?: string; submenu?: string; when?: string }[]>;
    submenus: { id: string }[];
    views: Record<string, { id: string; type: string }[]>;
    viewsContainers: { activitybar: { id: string }[] };
    customEditors: { viewType: string }[];
    configuration: { properties: Record<string, Setting> }[];
  };
}

const manifest = await readJson<Manifest>('package.json');
const nls = await readJson<Record<string, string>>('package.nls.json');
const { commands, keybindings, menus, submenus, views, viewsContainers, customEditors, configuration } =
  manifest.contributes;
const settings = new Map(configuration.flatMap(({ properties }) => Object.entries(properties)));
const sources = await readSources();

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(projectFolder, name), 'utf8'));
}

async function readSources(): Promise<string> {
  let all = '';
  for await (const file of glob('src/**/*.ts', { cwd: projectFolder })) {
    all += await readFile(join(projectFolder, file), 'utf8');
  }
  return all;
}

function captures(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name).sort();
}

describe('commands', () => {
  const ids = commands.map(({ command }) => command).sort();

  it('are those of the type CommandId', async () => {
    const text = await readFile(join(projectFolder, 'src/ui/commands.ts'), 'utf8');
    const union = /type CommandId =([^;]*);/.exec(text)?.[1] ?? '';
    assert.deepEqual(captures(union, /'([\w.]+)'/g), ids);
  });

  it('are each registered once', () => {
    // Those of the chat are registered from their list.
    const registered = [...captures(sources, /registerCommand\(\s*'([\w.]+)'/g), ...CHAT_COMMANDS];
    assert.deepEqual(registered.sort(), ids);
    assert.equal(sources.match(/CHAT_COMMANDS\.map\(\(id\) =>\s*registerCommand\(id,/g)?.length, 1);
  });

  it('are what menus and keys run', () => {
    const run = [...Object.values(menus).flat(), ...keybindings].flatMap(({ command }) => command ?? []);
    assert.deepEqual(
      run.filter((command) => !ids.includes(command)),
      [],
    );
  });
});

describe('menus', () => {
  it('open the submenus that there are', () => {
    const opened = Object.values(menus).flatMap((items) => items.flatMap(({ submenu }) => submenu ?? []));
    assert.deepEqual(
      opened,
      submenus.map(({ id }) => id),
    );
    assert.deepEqual(
      submenus.filter(({ id }) => (menus[id] ?? []).length === 0),
      [],
    );
  });

  it('ask for states that there are', () => {
    const asked = Object.values(menus).flatMap((items) => items.flatMap(({ when = '' }) => when));
    const ours = new Set(asked.flatMap((when) => when.match(/\binkwell\.[\w.]+/g) ?? []));
    const chat = sources.match(/`inkwell\.chat\.\$\{name\}`/) ? captures(sources, /\bset\('(\w+)',/g) : [];
    const review = sources.match(/`inkwell\.\$\{key\}`/) ? captures(sources, /\.#set\(\s*'(\w+)',/g) : [];
    const set = [
      ...captures(sources, /'setContext',\s*'([\w.]+)'/g),
      ...chat.map((name) => `inkwell.chat.${name}`),
      ...review.map((name) => `inkwell.${name}`),
    ];
    assert.deepEqual(
      [...ours].filter(
        (key) =>
          !set.includes(key) &&
          !Object.values(views)
            .flat()
            .some(({ id }) => id === key) &&
          !customEditors.some(({ viewType }) => viewType === key),
      ),
      [],
    );
  });
});

describe('views', () => {
  it('stand in a container of their own', () => {
    assert.deepEqual(
      Object.keys(views),
      viewsContainers.activitybar.map(({ id }) => id),
    );
  });

  it('are each filled', () => {
    const ids = Object.values(views).flatMap((each) => each.map(({ id }) => id));
    const filled = /(?:registerWebviewViewProvider|createTreeView(?:<\w+>)?)\(\s*'([\w.]+)'/g;
    assert.deepEqual(captures(sources, filled), ids.sort());
  });
});

describe('custom editors', () => {
  it('are each opened', () => {
    const types = customEditors.map(({ viewType }) => viewType);
    assert.deepEqual(captures(sources, /registerCustomEditorProvider\(\s*'([\w.]+)'/g), types.sort());
  });
});

describe('activationEvents', () => {
  const STARTED = 'onStartupFinished';

  it('name the file systems whose editors VS Code opens again', () => {
    // Attachments are documents without a file system, which VS Code does not open again.
    const schemes = captures(sources, /const \w*SCHEME = '(inkwell-(?!attachment')[\w-]+)';/g);
    assert.equal(sources.match(/registerFileSystemProvider\(\w*SCHEME,/g)?.length, schemes.length);
    assert.deepEqual(
      manifest.activationEvents.filter((event) => event !== STARTED).sort(),
      schemes.map((scheme) => `onFileSystem:${scheme}`),
    );
  });

  it('name the end of VS Code’s start, as there is nothing else that inline completions could wait for', () => {
    assert.ok(manifest.activationEvents.includes(STARTED));
    assert.match(sources, /registerInlineCompletionItemProvider\(/);
  });
});

describe('keybindings', () => {
  it('take no key that VS Code uses, except Escape while text streams in', () => {
    const single = keybindings.filter(({ key, when }) => !key.includes(' ') && !isOfSearch(when));
    assert.deepEqual(
      single.map(({ key, mac }) => [key, mac]),
      [['escape', undefined]],
    );
    assert.match(single[0]?.when ?? '', /^inkwell\.completingInDocument && editorTextFocus\b/);
  });

  it('are those of VS Code’s own search where something is searched by meaning', () => {
    const keys = keybindings.filter(({ when }) => isOfSearch(when)).map(({ key, mac }) => [key, mac]);
    assert.deepEqual(keys, [
      ['ctrl+enter', 'cmd+enter'],
      ['ctrl+enter', 'cmd+enter'],
      ['delete', 'cmd+backspace'],
    ]);
  });

  function isOfSearch(when = ''): boolean {
    return /^(?:inkwell\.searching && inQuickInput|focusedView == inkwell\.searchResults && listFocus && !inputFocus)$/.test(
      when,
    );
  }

  it('take chords that VS Code leaves free, and only while a proposal is in view', () => {
    const chords = keybindings.filter(({ key }) => key.includes(' '));
    // Not among the second keys that VS Code has after Ctrl+K.
    const free = ['ctrl+enter', 'ctrl+shift+enter', 'ctrl+backspace', 'ctrl+n'];
    for (const { key, mac, when = '' } of chords) {
      assert.ok(free.includes(key.replace(/^ctrl\+k /, '')), key);
      assert.equal(mac, key.replaceAll('ctrl', 'cmd'));
      assert.match(when, /^inkwell\.(reviewing|reviewingFiles|hasNextProposal)$/);
    }
    assert.equal(chords.length, 4);
  });

  it('leave Escape to what is open over the editor', () => {
    const when = keybindings[0]?.when ?? '';
    for (const open of ['suggestWidgetVisible', 'findWidgetVisible', 'renameInputVisible', 'inSnippetMode']) {
      assert.ok(when.includes(`!${open}`), open);
    }
  });
});

describe('settings', () => {
  /** Settings that shape no request, so that a folder that is not trusted may have them. */
  const harmless: string[] = ['inkwell.chat.fontSize'];

  it('are each read', () => {
    const unread = [...settings.keys()].filter((id) => {
      const name = id.replace(/^inkwell\./, '');
      return !['inkwell.', ''].some((prefix) => sources.includes(`'${prefix}${name}'`));
    });
    assert.deepEqual(unread, []);
  });

  it('are the machine’s own where they say where the key goes and past whom', () => {
    for (const id of ['inkwell.baseUrl', 'inkwell.timeouts', 'inkwell.certificates']) {
      assert.equal(settings.get(id)?.scope, 'machine', id);
    }
  });

  it('are the person’s own where they say what is checked before it is sent', () => {
    for (const id of ['inkwell.moderation.checkChatMessages', 'inkwell.moderation.checkImagePrompts']) {
      assert.equal(settings.get(id)?.scope, 'application', id);
    }
    assert.equal(settings.get('inkwell.moderation.model')?.scope, 'machine');
  });

  it('are restricted in untrusted folders where they shape a request', () => {
    const { restrictedConfigurations: restricted } = manifest.capabilities.untrustedWorkspaces;
    const shaping = [...settings]
      .filter(([id, { scope }]) => scope !== 'machine' && scope !== 'application' && !harmless.includes(id))
      .map(([id]) => id);
    assert.ok(shaping.length > 0);
    assert.deepEqual(
      shaping.filter((id) => !restricted.includes(id)),
      [],
    );
    assert.deepEqual(
      restricted.filter((id) => !settings.has(id)),
      [],
    );
  });

  it('name the deadlines of the client, with its defaults in seconds', () => {
    const { properties = {} } = settings.get('inkwell.timeouts') ?? {};
    const defaults = Object.entries(properties).map(([name, schema]) => [
      name,
      Number(schema.default) * 1000,
    ]);
    assert.deepEqual(Object.fromEntries(defaults), DEFAULT_DEADLINES);
  });
});

const operations = [
  {
    setting: 'inkwell.completion.parameters',
    schema: completionRequest,
    /** §4.3 of the interface document. */
    parameters:
      'model prompt suffix max_tokens temperature top_p n stream logprobs echo stop presence_penalty ' +
      'frequency_penalty best_of logit_bias',
    /** Fields that come from what the person works on. */
    given: { model: 'm', prompt: 'p', suffix: 's' },
  },
  {
    setting: 'inkwell.inlineCompletion.parameters',
    schema: completionRequest,
    /** §4.3, but for how an answer comes. */
    parameters:
      'model prompt suffix max_tokens temperature top_p n stream logprobs echo stop presence_penalty ' +
      'frequency_penalty best_of logit_bias',
    given: {
      model: 'm',
      prompt: 'p',
      suffix: 's',
      stream: false,
      echo: false,
      logprobs: null,
      best_of: undefined,
    },
  },
  {
    setting: 'inkwell.chat.parameters',
    schema: chatCompletionRequest,
    /** §4.4 */
    parameters:
      'model messages temperature top_p n stream stop max_tokens presence_penalty frequency_penalty logit_bias',
    given: { model: 'm', messages: [{ role: 'user' as const, content: 'p' }] },
  },
  {
    setting: 'inkwell.edit.parameters',
    schema: editRequest,
    /** §4.5, with what services take besides. */
    parameters: 'model input instruction temperature top_p n',
    given: { model: 'm', input: 'i', instruction: 'x' },
  },
  {
    setting: 'inkwell.images.parameters',
    schema: imageGenerationRequest,
    /** §4.6 */
    parameters: 'prompt n size response_format',
    given: { prompt: 'p' },
  },
  {
    setting: 'inkwell.audio.transcription',
    schema: transcriptionRequest,
    /** §4.11 */
    parameters: 'file model prompt response_format temperature language',
    given: { model: 'm', file: { path: 'talk.wav' } },
  },
  {
    setting: 'inkwell.audio.translation',
    schema: translationRequest,
    /** §4.12 */
    parameters: 'file model prompt response_format temperature',
    given: { model: 'm', file: { path: 'talk.wav' } },
  },
];

for (const { setting, schema, parameters, given } of operations) {
  describe(setting, () => {
    const { properties = {}, default: set } = settings.get(setting) ?? {};

    it('has every parameter that is not given', () => {
      const ours = [...Object.keys(properties), ...Object.keys(given)].sort();
      assert.deepEqual(ours, parameters.split(' ').sort());
      assert.deepEqual(ours, Object.keys(schema.entries).sort());
    });

    it('takes null for each, which leaves it out', () => {
      for (const [name, { type = [], anyOf = [] }] of Object.entries(properties)) {
        const kinds = [type, ...anyOf.map((kind) => kind.type ?? [])].flat();
        assert.ok(kinds.includes('null'), name);
      }
    });

    it('has a default that can be sent', () => {
      assert.equal(refusal(set as Record<string, unknown>), undefined);
    });

    for (const [name, property] of Object.entries(properties)) {
      describe(name, () => {
        const { good, bad } = examples(property);
        for (const value of good) {
          it(`sends ${JSON.stringify(value)}`, () => assert.equal(refusal({ [name]: value }), undefined));
        }
        for (const value of bad) {
          it(`refuses ${JSON.stringify(value)}`, () => assert.equal(refusal({ [name]: value }), name));
        }
      });
    }

    /** The parameter for which the client refuses a request, before it sends anything. */
    function refusal(values: Record<string, unknown>): string | undefined {
      try {
        checkRequest<v.GenericSchema>(schema, { ...given, ...values });
        return undefined;
      } catch (error) {
        assert.ok(ServiceError.is(error, 'invalidRequest'), String(error));
        return error.param;
      }
    }
  });
}

describe('inkwell.chat.parameters', () => {
  it('has those that can be set for one conversation', () => {
    const { properties = {} } = settings.get('inkwell.chat.parameters') ?? {};
    assert.deepEqual(Object.keys(properties).sort(), [...CHAT_PARAMETERS].sort());
  });
});

describe('inkwell.chat.templates', () => {
  const shipped = settings.get('inkwell.chat.templates')?.default as Record<string, string>;

  it('have one for each command that asks by a template of its own', () => {
    assert.deepEqual(Object.keys(shipped), ['Explain', 'Document', 'Find Bugs', 'Write Tests']);
    for (const name of Object.keys(shipped)) {
      const id = `inkwell.${name.charAt(0).toLowerCase()}${name.slice(1).replace(' ', '')}`;
      assert.ok(
        commands.some(({ command }) => command === id),
        id,
      );
      assert.equal(nls[`command.${id.replace('inkwell.', '')}`], name);
    }
  });

  it('speak of the selection, with nothing left to fill in', () => {
    const context = { selection: 'const a = 1;', document: '', language: 'typescript', file: 'src/a.ts' };
    for (const [name, template] of Object.entries(shipped)) {
      assert.ok(usesSelection(template), name);
      const { text } = fillTemplate(template, context);
      assert.doesNotMatch(text, /\$\{/);
      assert.match(text, /src\/a\.ts[\s\S]*\n\n```typescript\nconst a = 1;\n```$/);
    }
  });
});

describe('inkwell.edit.instructions', () => {
  it('have shipped ones that are all understood', () => {
    const shipped = settings.get('inkwell.edit.instructions')?.default as {
      label: string;
      instruction: string;
    }[];
    assert.deepEqual(
      instructionPresets(shipped),
      shipped.map(({ label, instruction }) => ({ label, text: instruction })),
    );
    assert.ok(shipped.length > 0);
  });
});

interface Examples {
  good: unknown[];
  bad: unknown[];
}

/** Values at a schema's bounds, and one step beyond. */
function examples(schema: Schema): Examples {
  const { anyOf, maxItems = 0, additionalProperties, minimum, maximum } = schema;
  if (anyOf) {
    const each = anyOf.map(examples);
    return {
      good: each.flatMap(({ good }) => good),
      // What one kind refuses for its kind alone, another may take.
      bad: [...each.flatMap(({ bad }) => bad.filter((value) => !isPlainKind(value))), true, {}],
    };
  }
  // `null` leaves a parameter out, unless it is sent as such.
  const kinds = [schema.type ?? []].flat().filter((kind) => kind !== 'null');
  switch (kinds.join()) {
    case '':
      return { good: [], bad: [] };
    case 'boolean':
      return { good: [true, false], bad: ['true', 1] };
    case 'string':
      if (schema.enum) {
        return { good: schema.enum.filter((value) => value !== null), bad: ['', 'x', true] };
      }
      return schema.pattern === undefined
        ? { good: ['', 'x'], bad: [true] }
        : { good: schema.examples ?? [], bad: ['', 'x', true] };
    case 'array':
      return {
        good: [[], Array(maxItems).fill('x')],
        bad: [Array(maxItems + 1).fill('x'), [true]],
      };
    case 'object': {
      const inside = examples(additionalProperties as Schema);
      const wrap = (value: unknown) => ({ 15339: value });
      return { good: [{}, ...inside.good.map(wrap)], bad: [[], 'x', ...inside.bad.map(wrap)] };
    }
    case 'integer':
    case 'number': {
      assert.ok(minimum !== undefined, 'A number needs its least value.');
      const isWhole = kinds[0] === 'integer';
      const step = isWhole ? 1 : 0.001;
      return {
        good: [minimum, maximum ?? 1_000_000, ...(isWhole ? [] : [minimum + step])],
        bad: [
          minimum - step,
          ...(maximum === undefined ? [] : [maximum + step]),
          ...(isWhole ? [minimum + 0.5] : []),
          '1',
        ],
      };
    }
    default:
      throw new Error(`There are no examples of ${kinds.join(' or ')}.`);
  }
}

function isPlainKind(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}

describe('package.nls.json', () => {
  it('has the text for each key of the manifest, and none besides', () => {
    assert.deepEqual(keysIn(manifest), Object.keys(nls).sort());
    assert.deepEqual(
      Object.entries(nls).filter(([, text]) => text.trim() === ''),
      [],
    );
  });

  it('links to commands and settings that there are', () => {
    const linked = captures(Object.values(nls).join('\n'), /\(command:([\w.]+)\)/g);
    assert.ok(linked.length > 0);
    // VS Code makes a command for each view, to show it.
    const shown = Object.values(views).flatMap((all) => all.map(({ id }) => `${id}.focus`));
    assert.deepEqual(
      linked.filter((id) => !commands.some(({ command }) => command === id) && !shown.includes(id)),
      [],
    );
  });
});
