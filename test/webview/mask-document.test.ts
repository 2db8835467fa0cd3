import assert from 'node:assert/strict';
import fc from 'fast-check';
import { History, type Step } from '../../src/webview/mask/history.ts';
import { MaskDocument } from '../../src/webview/mask/mask-document.ts';
import { converted } from '../../src/webview/mask/placement.ts';
import { rectangle, stroke } from '../../src/webview/mask/shapes.ts';

const quiet = { maskChanged: () => {}, pictureChanged: () => {} };

type Act = (document: MaskDocument) => void;

const place = fc.integer({ min: -50, max: 650 });
const paint = fc
  .tuple(
    place,
    place,
    place,
    place,
    fc.integer({ min: 1, max: 200 }),
    fc.constantFrom(0 as const, 1 as const),
  )
  .map(
    ([x, y, toX, toY, size, value]): Act =>
      (document) => {
        document.begin();
        document.paint(stroke({ x, y }, { x: toX, y: toY }, size), value);
        document.paint(stroke({ x: toX, y: toY }, { x, y: toY }, size), value);
        document.end();
      },
  );
const act = fc.oneof(
  paint,
  fc.constant<Act>((document) => document.invert()),
  fc.constant<Act>((document) => document.clear()),
  fc.constantFrom('pad', 'crop').map(
    (kind): Act =>
      (document) => {
        document.convert({ kind }, converted(document.placement, { kind }));
      },
  ),
  fc.constant<Act>((document) =>
    document.convert(
      { kind: 'scale', edge: 256 },
      converted(document.placement, { kind: 'scale', edge: 256 }),
    ),
  ),
);

/** Everything of a document that is sent. */
function content({ mask, placement, isConverted }: MaskDocument): string {
  const counted = mask.pixels.reduce((sum, value) => sum + value, 0);
  assert.equal(mask.painted, counted, 'what is painted is counted right');
  const bits = Buffer.from(mask.pack(mask.bounds)).toString('base64');
  return JSON.stringify([mask.width, mask.height, placement, isConverted, bits]);
}

describe('a document of the mask editor', () => {
  it('undoes and redoes whatever was done, step by step', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 8 }), (acts) => {
        const document = new MaskDocument(600, 300, quiet);
        const first = content(document);
        for (const run of acts) {
          run(document);
        }
        const last = content(document);
        while (document.undo()) {}
        assert.equal(content(document), first);
        while (document.redo()) {}
        assert.equal(content(document), last);
      }),
      { numRuns: 40 },
    );
  });

  it('takes back what was begun and given up', () => {
    const document = new MaskDocument(600, 300, quiet);
    document.add(rectangle({ left: 0, top: 0, right: 10, bottom: 10 }));
    document.begin();
    document.paint(rectangle({ left: 5, top: 5, right: 500, bottom: 200 }), 1);
    document.abandon();
    assert.equal(document.mask.painted, 100);
    document.undo();
    assert.equal(document.mask.painted, 0);
    assert.equal(document.undo(), false);
  });

  it('tells of what has changed, and of no more', () => {
    const told: unknown[] = [];
    const document = new MaskDocument(600, 300, { ...quiet, maskChanged: (part) => told.push(part) });
    const part = { left: 10, top: 20, right: 30, bottom: 40 };
    document.add(rectangle(part));
    document.add(rectangle(part));
    document.add(rectangle({ ...part, right: 35 }));
    assert.deepEqual(told, [part, { left: 30, top: 20, right: 35, bottom: 40 }]);
  });

  it('keeps little of a large mask to undo it', () => {
    const document = new MaskDocument(4096, 4096, quiet);
    for (let step = 0; step < 40; step++) {
      document.begin();
      document.paint(stroke({ x: 100, y: step * 100 }, { x: 4000, y: 4000 - step * 100 }, 60), 1);
      document.end();
    }
    document.invert();
    document.clear();
    assert.ok(document.history.bytes < 16 * 2 ** 20, `${document.history.bytes} bytes`);
    while (document.undo()) {}
    assert.equal(document.mask.painted, 0);
  });

  it('forgets the oldest steps when they would take too much, but never the latest', () => {
    const step = (bytes: number): Step => ({ bytes, revert: () => step(bytes) });
    const history = new History(100);
    for (const bytes of [40, 40, 40]) {
      history.add(step(bytes));
    }
    assert.equal(history.bytes, 80);
    history.add(step(500));
    assert.equal(history.bytes, 500);
    assert.equal(history.undo(), true);
    assert.equal(history.undo(), false);
  });
});
