import assert from 'node:assert/strict';
import { clockText } from '../../../src/audio/shared/clock.ts';

describe('clockText', () => {
  const cases: [number, 0 | 1, string][] = [
    [0, 1, '0:00.0'],
    [6.2, 1, '0:06.2'],
    [59.99, 1, '0:59.9'],
    [59.99, 0, '0:59'],
    [60, 1, '1:00.0'],
    [3599.95, 1, '59:59.9'],
    [3723.4, 1, '1:02:03.4'],
    [3723.4, 0, '1:02:03'],
    [360_000, 0, '100:00:00'],
    [-1, 1, '0:00.0'],
    // 0.3 is a little less than three tenths.
    [0.1 + 0.2, 1, '0:00.3'],
    [8.3, 1, '0:08.3'],
  ];
  for (const [seconds, digits, text] of cases) {
    it(`shows ${seconds} as ${text}`, () => assert.equal(clockText(seconds, digits), text));
  }
});
