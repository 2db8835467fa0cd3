import assert from 'node:assert/strict';
import { Client } from '../../../src/service/client.ts';
import { requestLine } from '../../../src/ui/request-line.ts';
import { startSampleService } from '../../service/sample-service.ts';

describe('requestLine', () => {
  it('tells what was asked, what came, its id and how long it took', () => {
    const line = requestLine({
      type: 'retrying',
      method: 'POST',
      path: '/v1/completions',
      status: 429,
      requestId: 'req_7',
      elapsed: 12.4,
      delay: 1.25,
    });
    assert.equal(line, 'POST /v1/completions · 429 · req_7 · 12 ms · trying again in 1.3 s');
  });

  it('never has the key or a prompt in it, whatever goes wrong', async () => {
    const apiKey = 'sk-very-secret';
    const service = await startSampleService({ apiKey });
    const lines: string[] = [];
    const client = new Client({
      baseUrl: service.origin,
      apiKey,
      retries: 1,
      onEvent: (event) => lines.push(requestLine(event)),
    });
    service.fault({ type: 'status', status: 401, headers: { 'retry-after-ms': '1' } });
    service.fault({ type: 'status', status: 500, headers: { 'retry-after-ms': '1' } });
    service.fault({ type: 'html' });
    service.fault({ type: 'redirect', location: 'https://example.com/v1' });
    service.fault({ type: 'cut', at: 'body' });
    for (let tries = 0; tries < 6; tries++) {
      await client.createCompletion({ model: 'complete-1', prompt: 'my diary' }).catch(() => {});
    }
    await client.close();
    await service.close();
    assert.ok(lines.length >= 6, lines.join('\n'));
    for (const line of lines) {
      assert.doesNotMatch(line, /very-secret|diary/);
    }
  });
});
