import assert from 'node:assert/strict';
import { type TellingText, tellingText } from '../../../src/search/telling-line.ts';
import { threadTime } from '../thread-time.ts';

function telling(...lines: string[]): TellingText {
  return tellingText(lines.join('\n'));
}

describe('tellingText', () => {
  it('is the first line that has letters', () => {
    assert.deepEqual(telling('', '  }', '', '  function light(lamp) {', '    lamp.on();', '  }'), {
      line: 3,
      label: 'function light(lamp) {',
      rest: 'lamp.on();',
    });
  });

  for (const [line, label] of [
    ['## The keeper', 'The keeper'],
    ['// Lights the lamp.', 'Lights the lamp.'],
    ['/// Lights the lamp.', 'Lights the lamp.'],
    ['/** Lights the lamp. */', 'Lights the lamp.'],
    [' * Lights the lamp.', 'Lights the lamp.'],
    ['# lights the lamp', 'lights the lamp'],
    ['-- lights the lamp', 'lights the lamp'],
    ['<!-- lights the lamp -->', 'lights the lamp'],
    ['"""Lights the lamp."""', 'Lights the lamp.'],
    ['> lights the lamp', 'lights the lamp'],
  ] as const) {
    it(`is without the marks of ${line}`, () => assert.equal(telling(line).label, label));
  }

  for (const line of [
    '#lamp { color: red }',
    '--lamp: red;',
    '*lamp = on;',
    '#[derive(Debug)]',
    '- a lamp',
  ]) {
    it(`leaves what is no mark: ${line}`, () => assert.equal(telling(line).label, line));
  }

  for (const line of [
    "import { lamp } from './lamp.ts';",
    'import os',
    'import numpy as np',
    'from lamp import light',
    'use std::{fs, io};',
    'using System.IO;',
    'package lighthouse;',
    '#include <stdio.h>',
    "const lamp = require('./lamp');",
    "export * from './lamp.ts';",
    "} from './lamp.ts';",
    '#!/bin/sh',
    '// Copyright 2026 The Keeper',
    '/* SPDX-License-Identifier: MIT */',
  ]) {
    it(`passes over ${line}`, () => assert.equal(telling(line, 'the lamp').label, 'the lamp'));
  }

  for (const line of [
    'from the sea came a light',
    'Use the lamp.',
    'import duties were raised',
    'package the lamp',
  ]) {
    it(`takes for a sentence: ${line}`, () => assert.equal(telling(line, 'then').label, line));
  }

  it('is of imports where there is nothing else', () => {
    assert.deepEqual(telling('{', 'import a from "a";', 'import b from "b";'), {
      line: 1,
      label: 'import a from "a";',
      rest: 'import b from "b";',
    });
  });

  it('is of signs where there is nothing else', () => {
    assert.deepEqual(telling('***', '***'), { line: 0, label: '***', rest: '' });
    assert.deepEqual(telling(''), { line: 0, label: '', rest: '' });
  });

  it('is bounded, in whole characters', () => {
    const { label, rest } = telling(`${'x'.repeat(159)}😀`, 'y'.repeat(100_000));
    assert.equal(label.length, 160);
    assert.ok(label.isWellFormed());
    assert.equal(rest.length, 240);
  });

  it('takes no time for a line that is nothing but marks', () => {
    const lines = ['*', ' ', '/'].map((mark) => mark.repeat(1_000_000));
    const time = threadTime(() => telling(...lines, `${' */'.repeat(300_000)}x`));
    assert.ok(time < 1000, `${time} ms`);
  });
});
