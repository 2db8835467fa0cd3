import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import {
  checkPolicyInput,
  generateImageInput,
  searchInput,
  ToolInputError,
  toolInput,
  transcribeAudioInput,
} from '../../../src/integration/tool-inputs.ts';
import { projectFolder } from '../../vscode/npm-install.ts';

interface Tool {
  name: string;
  toolReferenceName: string;
  modelDescription: string;
  icon: string;
  tags: string[];
  inputSchema: {
    required?: string[];
    additionalProperties: boolean;
    properties: Record<
      string,
      {
        type: string;
        description: string;
        enum?: string[];
        maximum?: number;
        maxLength?: number;
        pattern?: string;
      }
    >;
  };
}

const manifest = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
const tools: Tool[] = manifest.contributes.languageModelTools;

/** With what each is asked for the least of. */
const SCHEMAS: Record<string, { schema: v.GenericSchema; least: Record<string, unknown> }> = {
  inkwell_generateImage: { schema: generateImageInput, least: { prompt: 'a cat' } },
  inkwell_transcribeAudio: { schema: transcribeAudioInput, least: { path: 'talk.mp3' } },
  inkwell_checkPolicy: { schema: checkPolicyInput, least: { text: 'Hello' } },
  inkwell_searchByMeaning: { schema: searchInput, least: { query: 'retries' } },
};

function refused(schema: v.GenericSchema, input: unknown): string {
  try {
    toolInput(schema, input);
  } catch (error) {
    assert.ok(error instanceof ToolInputError, String(error));
    return error.message;
  }
  return assert.fail(`${JSON.stringify(input)} was taken.`);
}

describe('the tools of package.json', () => {
  it('are those that there are', () => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      Object.keys(SCHEMAS),
    );
  });

  for (const { name, toolReferenceName, modelDescription, icon, tags, inputSchema } of tools) {
    const { schema, least } = SCHEMAS[name] ?? assert.fail(name);
    describe(name, () => {
      it('can be named in a prompt, and are described', () => {
        assert.equal(name, `inkwell_${toolReferenceName}`);
        assert.match(icon, /^\$\([\w-]+\)$/);
        assert.ok(tags.includes('inkwell'));
        assert.ok(modelDescription.length > 100);
        assert.equal(inputSchema.additionalProperties, false);
      });

      it('takes what is required, and nothing less', () => {
        assert.deepEqual(toolInput(schema, least), toolInput(schema, { ...least, unknown: 1 }));
        for (const field of inputSchema.required ?? []) {
          assert.match(refused(schema, { ...least, [field]: undefined }), new RegExp(`^${field} is missing`));
        }
      });

      for (const [field, property] of Object.entries(inputSchema.properties)) {
        const isRequired = inputSchema.required?.includes(field) || field in least;
        const withField = (value: unknown): unknown => ({ ...least, [field]: value });

        it(`has ${field} described, and refuses it in another type`, () => {
          assert.ok(property.description.length > 10);
          for (const value of [{}, [], property.type === 'string' ? 7 : 'x']) {
            assert.match(refused(schema, withField(value)), new RegExp(`^${field} must be`));
          }
          if (!isRequired && field !== 'path') {
            const taken = toolInput(schema, withField(null));
            assert.equal(JSON.stringify(taken), JSON.stringify(toolInput(schema, least)));
          }
        });

        it(`bounds ${field} as it is described`, () => {
          const { maximum, maxLength, pattern, enum: values } = property;
          if (maximum !== undefined) {
            toolInput(schema, withField(maximum));
            for (const value of [0, -1, 1.5, maximum + 1]) {
              assert.match(refused(schema, withField(value)), /whole number/);
            }
          }
          if (maxLength !== undefined) {
            assert.match(refused(schema, withField('x'.repeat(maxLength + 1))), /at most/);
            assert.match(refused(schema, withField(' ')), /empty/);
          }
          if (pattern !== undefined) {
            for (const value of ['0x0', 'english', '12x', '']) {
              assert.doesNotMatch(value, new RegExp(pattern));
              refused(schema, withField(value));
            }
          }
          if (values !== undefined) {
            for (const value of values) {
              toolInput(schema, withField(value));
            }
            assert.match(refused(schema, withField('pdf')), /one of/);
          }
        });
      }
    });
  }
});

describe('toolInput', () => {
  it('refuses what is no object', () => {
    for (const input of [null, undefined, 'a cat', 7, []]) {
      refused(generateImageInput, input);
    }
  });

  it('wants a text or a file, and not both', () => {
    for (const input of [{}, { text: 'a', path: 'b' }, { text: null }]) {
      assert.match(refused(checkPolicyInput, input), /either text or path/);
    }
    assert.deepEqual(toolInput(checkPolicyInput, { path: 'a.md', text: null }), {
      path: 'a.md',
      text: undefined,
    });
  });
});
