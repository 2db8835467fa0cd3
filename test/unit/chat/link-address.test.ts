import assert from 'node:assert/strict';
import { isAllowedAddress } from '../../../src/chat/shared/link-address.ts';

describe('isAllowedAddress', () => {
  for (const address of ['http://a.example', 'HTTPS://A.example/b?c=d#e', 'mailto:a@b.example']) {
    it(`allows ${address}`, () => {
      assert.equal(isAllowedAddress(address), true);
    });
  }

  const refused = [
    '',
    'a.example',
    '/etc/passwd',
    '../a.ts',
    '#a',
    '//a.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'command:workbench.action.quit',
    'COMMAND:workbench.action.quit',
    'vscode:extension/a',
    'vscode-insiders://a',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'blob:https://a.example/b',
    'ftp://a.example',
    'http:',
    'http://',
    'http:///a',
    'https:a.example',
    ' https://a.example',
    'https://a.example/ b',
    'https://a.example/\n',
    'https://a.example/\u202egpj.exe',
    'https://a.example/\u200b',
    'https://a.example/\ud800',
    `https://a.example/${'a'.repeat(2_000)}`,
  ];
  for (const address of refused) {
    it(`refuses ${JSON.stringify(address.slice(0, 40))}`, () => {
      assert.equal(isAllowedAddress(address), false);
    });
  }
});
