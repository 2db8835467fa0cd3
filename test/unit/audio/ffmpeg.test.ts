import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import {
  cutOut,
  type Ffmpeg,
  FfmpegError,
  type FfmpegErrorKind,
  findFfmpeg,
  type Measured,
  measure,
} from '../../../src/audio/ffmpeg.ts';
import { type Fake, type FakeFfmpeg, fakeFfmpeg } from './fake-ffmpeg.ts';

const isKind = (kind: FfmpegErrorKind) => (error: unknown) =>
  error instanceof FfmpegError && error.kind === kind;

describe('ffmpeg', () => {
  let folder: string;
  let fakes: FakeFfmpeg[] = [];
  before(async function () {
    if (process.platform === 'win32') {
      // The fake is a script, which only a shell would run there.
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'inkwell-ffmpeg-'));
  });
  afterEach(async () => {
    await Promise.all(fakes.map((fake) => fake.remove()));
    fakes = [];
  });
  after(() => folder && rm(folder, { recursive: true }));

  async function make(fake: Fake = {}): Promise<FakeFfmpeg & { ffmpeg: Ffmpeg }> {
    const made = await fakeFfmpeg(fake);
    fakes.push(made);
    return { ...made, ffmpeg: { program: made.program, version: '7.1' } };
  }

  describe('is found', () => {
    it('on the path, behind folders that are missing or have none', async () => {
      const { folder: there, program } = await make();
      const path = [join(folder, 'none'), folder, there].join(delimiter);
      assert.deepEqual(await findFfmpeg({ path }), { program, version: '7.1-static' });
    });

    it('not where it is no program, a folder, or another program', async () => {
      const text = join(folder, 'text');
      await mkdir(join(folder, 'sub', 'ffmpeg'), { recursive: true });
      await mkdir(text, { recursive: true });
      await writeFile(join(text, 'ffmpeg'), 'not to be run');
      const other = await make({ does: 'badVersion' });
      const failing = await make({ does: 'fail' });
      for (const path of [
        text,
        join(folder, 'sub'),
        other.folder,
        failing.folder,
        '',
        'bad\0name',
        undefined,
      ]) {
        assert.equal(await findFfmpeg({ path: path ?? folder }), undefined, path);
      }
      await chmod(join(text, 'ffmpeg'), 0o755);
      // What the system takes for a script of its own shell says nothing of a version.
      assert.equal(await findFfmpeg({ path: text }), undefined);
    });

    it('not in the current folder', async () => {
      const { folder: there, runs } = await make();
      assert.equal(
        await findFfmpeg({ path: [relative(process.cwd(), there), '.', ''].join(delimiter) }),
        undefined,
      );
      await assert.rejects(runs(), { code: 'ENOENT' });
    });

    it('not once it is cancelled', async () => {
      const { folder: there } = await make({ does: 'hang' });
      const controller = new AbortController();
      const found = findFfmpeg({ path: there, signal: controller.signal });
      controller.abort();
      await assert.rejects(found, { name: 'AbortError' });
    });
  });

  describe('measures', () => {
    it('length, bytes of the sound and quiet places, and tells how far it is', async () => {
      const { ffmpeg } = await make({
        seconds: 3725.5,
        kilobytes: 4321,
        quiet: [[-0.01, 1.5], [10, 11], [3700]],
      });
      const shares: number[] = [];
      const measured = await measure(
        ffmpeg,
        { path: '/a.mp4', content: 'mp4' },
        { onProgress: (share) => shares.push(share) },
      );
      assert.deepEqual(measured, {
        path: '/a.mp4',
        content: 'mp4',
        seconds: 3725.5,
        bytes: 4321 * 1024,
        quiet: [
          { start: 0, end: 1.5 },
          { start: 10, end: 11 },
          { start: 3700, end: 3725.5 },
        ],
      });
      assert.deepEqual(shares, [0.5, 1]);
    });

    it('by the whole file where it does not tell the bytes of the sound', async () => {
      const { ffmpeg } = await make({ kilobytes: 0 });
      const path = join(folder, 'a.mp3');
      await writeFile(path, Buffer.alloc(5000));
      assert.equal((await measure(ffmpeg, { path, content: 'mp3' })).bytes, 5000);
    });

    it('no file by a name that is an option, and by no other protocol', async () => {
      const { ffmpeg, runs } = await make();
      await measure(ffmpeg, { path: '-y "concat:a|b" $(x)\n\u202e.mp3', content: 'mp3' });
      for (const args of await runs()) {
        const name = args[args.indexOf('-i') + 1] ?? '';
        assert.ok(name.startsWith('file:/') && name.endsWith('/-y "concat:a|b" $(x)\n\u202e.mp3'), name);
        assert.deepEqual(args.slice(args.indexOf('-protocol_whitelist')).slice(0, 2), [
          '-protocol_whitelist',
          'file,pipe',
        ]);
        assert.ok(args.includes('-nostdin'));
      }
    });

    it('nothing where it fails, and says why', async () => {
      for (const [fake, kind] of [
        [{ does: 'fail' }, 'failed'],
        [{ does: 'fail', at: '-af' }, 'failed'],
        [{ does: 'noAudio' }, 'noAudio'],
        [{ seconds: 0 }, 'noAudio'],
      ] as const) {
        const { ffmpeg } = await make(fake);
        await assert.rejects(measure(ffmpeg, { path: '/a.mp4', content: 'mp4' }), isKind(kind));
      }
      const { ffmpeg } = await make({ does: 'fail' });
      await assert.rejects(measure(ffmpeg, { path: '/a', content: 'mp4' }), {
        said: 'file:x: Invalid data found when processing input',
      });
    });

    it('nothing where the program is gone', async () => {
      const ffmpeg = { program: join(folder, 'none'), version: '7' };
      await assert.rejects(measure(ffmpeg, { path: '/a', content: 'mp4' }), { code: 'ENOENT' });
    });

    it('until it is cancelled, and ends the program', async () => {
      const { ffmpeg } = await make({ does: 'hang', at: '-af' });
      const controller = new AbortController();
      const onProgress = (): void => controller.abort();
      const { signal } = controller;
      // It ends only when the program has.
      await assert.rejects(measure(ffmpeg, { path: '/a', content: 'mp4' }, { signal, onProgress }), {
        name: 'AbortError',
      });
    });
  });

  it('cuts out the sound as it is, into a file of its own', async () => {
    const { ffmpeg, runs } = await make();
    const measured: Measured = { path: '/a.mov', content: 'mp4', seconds: 100, bytes: 1, quiet: [] };
    const to = join(folder, 'part.m4a');
    await cutOut(ffmpeg, measured, { start: 10, end: 12.5 }, to);
    await cutOut(ffmpeg, measured, { start: 90 }, to);
    const [first = [], second = []] = await runs();
    const has = (args: string[], ...wanted: string[]): boolean =>
      `\n${args.join('\n')}\n`.includes(`\n${wanted.join('\n')}\n`);
    assert.ok(has(first, '-ss', '10.000000', '-t', '2.500000'));
    assert.ok(has(first, '-i', 'file:/a.mov', '-map', '0:a:0', '-c', 'copy'));
    assert.ok(has(first, '-f', 'mp4', '-y', `file:${to}`));
    assert.ok(!second.includes('-t') && has(second, '-ss', '90.000000'));
  });
});
