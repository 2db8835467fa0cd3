import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type ImageOutcome, type ReceivedImage, receiveImages } from '../../../src/images/receive-images.ts';
import type { Client } from '../../../src/service/client.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { useClients } from '../service/client-fixture.ts';
import { gif, jpeg, losslessWebp, png } from './image-bytes.ts';

function received(outcomes: readonly ImageOutcome[]): ReceivedImage[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'received' ? [outcome.image] : []));
}

function failures(outcomes: readonly ImageOutcome[]): (ServiceError | undefined)[] {
  return outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.error : undefined));
}

/** Of images that are sent in base64, what became. */
function receiveEncoded(...images: (Uint8Array | string)[]): Promise<readonly ImageOutcome[]> {
  const data = images.map((image) => ({
    b64_json: typeof image === 'string' ? image : Buffer.from(image).toString('base64'),
  }));
  const downloadImage: Client['downloadImage'] = () => assert.fail('nothing was to be downloaded');
  return receiveImages({ data }, { downloadImage });
}

/** Only a picture is answered by it: the answer that names it came before. */
const FILES = { path: /^\/files\// };

describe('receiveImages', () => {
  const fixture = useClients();

  async function generate(n: number, response_format: 'url' | 'b64_json' = 'url') {
    const client = fixture.connect();
    const result = await client.generateImages({ prompt: 'a cat', n, size: '256x256', response_format });
    return { client, result };
  }

  it('fetches what an answer points to, with its facts, in its order', async () => {
    const { client, result } = await generate(3);
    const images = received(await receiveImages(result, client));
    assert.deepEqual(
      images.map(({ facts: { type, width, height } }) => [type, width, height]),
      Array.from({ length: 3 }, () => ['png', 256, 256]),
    );
    const inOrder = await Promise.all(result.data.map(({ url }) => client.downloadImage(url ?? '')));
    const hash = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
    assert.deepEqual(
      images.map(({ data }) => hash(data)),
      inOrder.map(({ data }) => hash(data)),
    );
    assert.equal(new Set(images.map(({ data }) => hash(data))).size, 3);
  });

  it('takes what an answer holds, which is the same', async () => {
    const { client, result } = await generate(2);
    const other = await generate(2, 'b64_json');
    assert.deepEqual(await receiveImages(other.result, other.client), await receiveImages(result, client));
  });

  it('fetches two at a time', async () => {
    const { client, result } = await generate(5);
    let most = 0;
    let now = 0;
    const outcomes = await receiveImages(result, {
      downloadImage: async (...call) => {
        now += 1;
        most = Math.max(most, now);
        const downloaded = await client.downloadImage(...call);
        now -= 1;
        return downloaded;
      },
    });
    assert.deepEqual([received(outcomes).length, most], [5, 2]);
  });

  it('takes no more images than were asked for', async () => {
    const { client, result } = await generate(3);
    fixture.service.reset();
    assert.equal((await receiveImages(result, client, { most: 2 })).length, 2);
    assert.equal(fixture.service.requests.length, 2);
  });

  it('tells the bytes of all of them together', async () => {
    const { client, result } = await generate(3);
    const told: [number, number | undefined][] = [];
    const images = received(await receiveImages(result, client, { onProgress: (...now) => told.push(now) }));
    const bytes = images.reduce((sum, { data }) => sum + data.length, 0);
    assert.deepEqual(told.at(-1), [bytes, bytes]);
    assert.ok(told.every(([now], index) => now >= (told[index - 1]?.[0] ?? 0)));
  });

  const faults: [
    what: string,
    fault: Parameters<typeof fixture.service.fault>[0],
    kind: string,
    message: RegExp,
  ][] = [
    ['is not there any more', { type: 'status', status: 404 }, 'invalidResponse', /404/],
    ['has expired', { type: 'status', status: 403 }, 'invalidResponse', /403/],
    ['is a log-in page', { type: 'html' }, 'invalidResponse', /sent a web page instead of an image/],
    [
      'is an SVG with a program',
      {
        type: 'bytes',
        slices: ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
        contentType: 'image/png',
      },
      'invalidResponse',
      /an SVG, which can hold programs/,
    ],
    [
      'is nothing',
      { type: 'bytes', slices: [], contentType: 'image/png' },
      'invalidResponse',
      /sent nothing/,
    ],
    [
      'is cut off, under a length that is right',
      { type: 'bytes', slices: [png().subarray(0, 60)], contentType: 'image/png' },
      'invalidResponse',
      /a PNG image that is cut off/,
    ],
    ['leads to a file', { type: 'redirect', location: 'file:///etc/passwd' }, 'invalidResponse', /file:/],
  ];
  for (const [what, fault, kind, message] of faults) {
    it(`gives the others where one ${what}`, async () => {
      const { client, result } = await generate(3);
      fixture.service.fault(fault, FILES);
      const outcomes = await receiveImages(result, client);
      assert.equal(received(outcomes).length, 2);
      const [error] = failures(outcomes).filter((failed) => failed !== undefined);
      assert.equal(error?.kind, kind, error?.stack);
      assert.match(error.message, message);
    });
  }

  it('gets all where one was cut off on its way the first time', async () => {
    const { client, result } = await generate(3);
    fixture.service.fault({ type: 'cut', at: 'body' }, FILES);
    assert.equal(received(await receiveImages(result, client)).length, 3);
  });

  it('keeps what came before it was cancelled, and asks for no more', async () => {
    const { client, result } = await generate(4);
    fixture.service.reset();
    const stop = new AbortController();
    let done = 0;
    const outcomes = await receiveImages(
      result,
      {
        downloadImage: async (url, options) => {
          const downloaded = await client.downloadImage(url, options);
          done += 1;
          if (done === 2) {
            stop.abort();
          }
          return downloaded;
        },
      },
      { signal: stop.signal },
    );
    assert.equal(received(outcomes).length, 2);
    assert.deepEqual(
      failures(outcomes).flatMap((error) => error?.kind ?? []),
      ['cancelled', 'cancelled'],
    );
    assert.ok(fixture.service.requests.length <= 3);
  });

  it('ends at once when it is cancelled while nothing comes', async () => {
    const { client, result } = await generate(2);
    fixture.service.fault({ type: 'stallBeforeHeaders' }, { ...FILES, times: 2 });
    const stop = new AbortController();
    const outcomes = receiveImages(result, client, { signal: stop.signal });
    await fixture.service.nextRequest();
    stop.abort();
    assert.deepEqual(
      failures(await outcomes).map((error) => error?.kind),
      ['cancelled', 'cancelled'],
    );
  });

  it('gives the others where one has neither an address nor data', async () => {
    const { result, client } = await generate(2);
    const [first, second] = result.data;
    assert.ok(first && second);
    const data = [first, {}, second, { url: '', b64_json: null }];
    const outcomes = await receiveImages({ data }, client);
    assert.equal(received(outcomes).length, 2);
    assert.deepEqual(
      failures(outcomes).map((error) => error && [error.kind, error.message]),
      [
        undefined,
        ['invalidResponse', '“data[1]” in the answer has neither url nor b64_json.'],
        undefined,
        ['invalidResponse', '“data[3]” in the answer has neither url nor b64_json.'],
      ],
    );
  });

  it('takes what the image itself says for its type', async () => {
    const types = received(await receiveEncoded(png(), jpeg(), gif(1, 1), losslessWebp(1, 1, true)));
    assert.deepEqual(
      types.map(({ facts }) => facts.type),
      ['png', 'jpeg', 'gif', 'webp'],
    );
  });

  const good = png().toString('base64');
  const encoded: [what: string, text: string][] = [
    ['with what is no letter of it', `${good.slice(0, 40)}!${good.slice(40)}`],
    ['with a letter too few', good.slice(0, -1)],
    ['that ends in the middle', `${good.slice(0, 39)}=${good.slice(40)}`],
    ['with a line break', `${good.slice(0, 40)}\n${good.slice(40)}`],
    ['for addresses', Buffer.from([...png(), 0xff, 0xfe, 0xfb]).toString('base64url')],
    ['as an address of data', `data:image/png;base64,${good}`],
  ];
  for (const [what, text] of encoded) {
    it(`refuses base64 ${what}`, async () => {
      const [bad, other] = await receiveEncoded(text, png());
      assert.ok(bad?.kind === 'failed' && ServiceError.is(bad.error, 'invalidResponse'));
      assert.match(bad.error.message, /base64 that cannot be read/);
      assert.equal(other?.kind, 'received');
    });
  }

  it('refuses what is no image, is damaged or too large, by its name', async () => {
    const outcomes = await receiveEncoded(
      Buffer.from('{"error":"expired"}'),
      png({ width: 0 }),
      png({ width: 30_000, height: 30_000 }),
      png().subarray(0, -1),
      'A'.repeat(45_000_000),
    );
    assert.deepEqual(
      failures(outcomes).map((error) => error?.message),
      [
        'The service sent JSON instead of an image.',
        'The service sent a damaged PNG image.',
        'The service sent an image of 30000x30000 pixels, which is too large to be shown.',
        'The service sent a PNG image that is cut off.',
        'The service sent an image of more than 32 MiB.',
      ],
    );
  });

  it('does not take a mistake of our own for one of the service', async () => {
    const downloadImage: Client['downloadImage'] = async () => {
      throw new TypeError('a mistake');
    };
    await assert.rejects(receiveImages({ data: [{ url: 'http://a/' }] }, { downloadImage }), /a mistake/);
  });
});
