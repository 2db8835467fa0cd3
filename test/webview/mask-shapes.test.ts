import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MaskBitmap } from '../../src/webview/mask/mask-bitmap.ts';
import { polygon, type Shape, stroke } from '../../src/webview/mask/shapes.ts';

const EDGE = 40;
const coordinate = fc.double({ min: -10, max: EDGE + 10, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });

/** The painted pixels of a shape. */
function painted(shape: Shape): MaskBitmap {
  const mask = new MaskBitmap(EDGE, EDGE);
  for (let y = shape.bounds.top; y < shape.bounds.bottom; y++) {
    shape.row(y, (from, to) => {
      assert.ok(from >= shape.bounds.left && to <= shape.bounds.right, 'it stays within its bounds');
      mask.fill(y, from, to, 1);
    });
  }
  return mask;
}

describe('the shapes of a mask', () => {
  it('a stroke is what lies no farther from its line than half the brush', () => {
    fc.assert(
      fc.property(point, point, fc.integer({ min: 1, max: 30 }), (from, to, size) => {
        const snapped = ({ x, y }: { x: number; y: number }) =>
          size % 2 === 0
            ? { x: Math.round(x), y: Math.round(y) }
            : { x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5 };
        const [a, b] = [snapped(from), snapped(to)];
        const mask = painted(stroke(from, to, size));
        const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
        for (let y = 0; y < EDGE; y++) {
          for (let x = 0; x < EDGE; x++) {
            const [px, py] = [x + 0.5, y + 0.5];
            const along =
              square === 0
                ? 0
                : Math.min(1, Math.max(0, ((px - a.x) * (b.x - a.x) + (py - a.y) * (b.y - a.y)) / square));
            const distance = Math.hypot(px - a.x - along * (b.x - a.x), py - a.y - along * (b.y - a.y));
            // On the line itself, the last digit decides.
            if (Math.abs(distance - size / 2) > 1e-6) {
              assert.equal(mask.isPainted(x, y), distance < size / 2, `${x}, ${y}`);
            }
          }
        }
      }),
    );
  });

  it('the least brush paints the pixel that it is on', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: EDGE - 0.001, noNaN: true }),
        fc.double({ min: 0, max: EDGE - 0.001, noNaN: true }),
        (x, y) => {
          const mask = painted(stroke({ x, y }, { x, y }, 1));
          assert.equal(mask.painted, 1);
          assert.equal(mask.isPainted(Math.floor(x), Math.floor(y)), true);
        },
      ),
    );
  });

  it('a polygon is what an odd number of its edges lies to the right of', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 8 }), (points) => {
        const mask = painted(polygon(points));
        for (let y = 0; y < EDGE; y++) {
          for (let x = 0; x < EDGE; x++) {
            let isInside = false;
            let isClose = false;
            for (const [index, a] of points.entries()) {
              const b = points[(index + 1) % points.length] ?? a;
              if (a.y > y + 0.5 !== b.y > y + 0.5) {
                const crossing = a.x + ((y + 0.5 - a.y) / (b.y - a.y)) * (b.x - a.x);
                isInside = crossing > x + 0.5 ? !isInside : isInside;
                isClose ||= Math.abs(crossing - x - 0.5) < 1e-6;
              }
            }
            if (!isClose) {
              assert.equal(mask.isPainted(x, y), isInside, `${x}, ${y}`);
            }
          }
        }
      }),
    );
  });

  it('a line of less than three points has no inside', () => {
    assert.equal(painted(polygon([])).painted, 0);
    assert.equal(
      painted(
        polygon([
          { x: 1, y: 1 },
          { x: 9, y: 9 },
        ]),
      ).painted,
      0,
    );
  });

  it('a line of a hundred thousand points is filled', () => {
    const points = Array.from({ length: 100_000 }, (_, index) => ({
      x: 20 + 10 * Math.cos(index / 15_915),
      y: 20 + 10 * Math.sin(index / 15_915),
    }));
    assert.ok(painted(polygon(points)).painted > 300);
  });
});
