import assert from 'node:assert/strict';
import { fillTemplate, type TemplateContext, usesSelection } from '../../../src/chat/templates.ts';

// Placeholders are written so that they are not taken for JavaScript's own.
const SELECTION = '$' + '{selection}';
const LANGUAGE = '$' + '{language}';
const FILE = '$' + '{file}';

const context: TemplateContext = {
  selection: 'const a = 1;',
  document: 'all of it',
  language: 'typescript',
  file: 'src/a.ts',
};

const fill = (template: string, more: Partial<TemplateContext> = {}): string =>
  fillTemplate(template, { ...context, ...more }).text;

describe('fillTemplate', () => {
  it('fills in selection, language and file, as often as they occur', () => {
    assert.equal(
      fill(`Explain ${FILE} (${LANGUAGE}): ${SELECTION} ${SELECTION}`),
      'Explain src/a.ts (typescript): const a = 1; const a = 1;',
    );
  });

  it('leaves other placeholders as they are', () => {
    const other = '$' + '{HOME} $' + '{ selection } $' + '{Selection} $' + '{constructor} $selection $' + '{';
    assert.equal(fill(other), other);
  });

  it('fills nothing into what was filled in', () => {
    assert.equal(
      fill(`${SELECTION}!`, { selection: `${FILE} ${SELECTION} $& $1` }),
      `${FILE} ${SELECTION} $& $1!`,
    );
    assert.equal(fill(FILE, { file: LANGUAGE }), LANGUAGE);
  });

  it('takes the whole document where nothing is selected', () => {
    assert.equal(fill(`Explain: ${SELECTION}`, { selection: '' }), 'Explain: all of it');
    assert.equal(fill(`Explain: ${SELECTION}`, { selection: ' \n' }), 'Explain: all of it');
  });

  it('takes the beginning of an enormous document, up to the end of a line, and says so', () => {
    const document = 'x'.repeat(99).concat('\n').repeat(10_000);
    const { text, wasCut } = fillTemplate(SELECTION, { ...context, selection: '', document });
    assert.equal(wasCut, true);
    assert.ok(text.length < 400_010 && text.length > 399_000);
    assert.match(text, /^x{99}\n.*\nx{99}\n…$/s);
    const selected = fillTemplate(SELECTION, { ...context, document });
    assert.deepEqual(selected, { text: 'const a = 1;', wasCut: false });
    assert.equal(fillTemplate('No matter.', { ...context, selection: '', document }).wasCut, false);
  });

  it('cuts no character of an enormous line in half', () => {
    const { text } = fillTemplate(SELECTION, {
      ...context,
      selection: '',
      document: `a${'🧭'.repeat(300_000)}`,
    });
    assert.ok(text.isWellFormed() && text.endsWith('🧭\n…'));
  });

  it('makes its fences longer than those of what it fills in', () => {
    const template = `Explain:\n\n\`\`\`${LANGUAGE}\n${SELECTION}\n\`\`\`\n`;
    assert.equal(fill(template), 'Explain:\n\n```typescript\nconst a = 1;\n```');
    assert.equal(
      fill(template, { selection: 'a\n````\nb', language: 'markdown' }),
      'Explain:\n\n`````markdown\na\n````\nb\n`````',
    );
    assert.equal(fill(`~~~\n${SELECTION}\n~~~`, { selection: '~~~\n```' }), '~~~~\n~~~\n```\n~~~~');
  });

  it('takes line breaks as models know them, and one break less at the end of whole lines', () => {
    assert.equal(fill(`[${SELECTION}]`, { selection: 'a\r\nb\r\n' }), '[a\nb]');
  });
});

describe('usesSelection', () => {
  it('tells templates that speak of the selection from those that do not', () => {
    assert.equal(usesSelection(`Explain ${SELECTION}`), true);
    assert.equal(usesSelection(`Explain ${FILE}`), false);
  });
});
