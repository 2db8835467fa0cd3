import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the recording is that a fake program is asked about, and how the program behaves. */
export interface Fake {
  readonly seconds?: number;
  /** A second of sound, in a part. */
  readonly bytesPerSecond?: number;
  /** The sound as it is told in thousands of bytes; nothing is told where it is 0. */
  readonly kilobytes?: number;
  readonly quiet?: readonly (readonly [start: number, end?: number])[];
  /** Of the program, instead of what it should do. */
  readonly does?: 'fail' | 'hang' | 'noAudio' | 'badVersion';
  /** When it hangs or fails: only where its arguments have this. */
  readonly at?: string;
}

export interface FakeFfmpeg {
  /** To be put on the path. */
  readonly folder: string;
  readonly program: string;
  /** The arguments of each run so far. */
  runs(): Promise<string[][]>;
  remove(): Promise<void>;
}

/** A program that says what ffmpeg says, and writes files of the right size. */
export async function fakeFfmpeg(fake: Fake = {}): Promise<FakeFfmpeg> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-fake-'));
  const program = join(folder, 'ffmpeg');
  const log = join(folder, 'runs.jsonl');
  await writeFile(
    program,
    `#!${process.execPath}
const { appendFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const fake = ${JSON.stringify({ seconds: 100, bytesPerSecond: 1000, quiet: [], ...fake })};
appendFileSync(${JSON.stringify(log)}, JSON.stringify(args) + '\\n');
const time = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 23) + '000';
const isMeant = fake.does && (!fake.at || args.includes(fake.at));
if (isMeant && fake.does === 'hang') {
  console.log('out_time=00:00:01.000000');
  setInterval(() => {}, 1000);
} else if (isMeant && fake.does === 'fail') {
  console.error('[mov @ 0x1] moov atom not found\\nfile:x: Invalid data found when processing input');
  process.exitCode = 1;
} else if (isMeant && fake.does === 'noAudio') {
  console.error("Stream map '' matches no streams.\\nFailed to set value '0:a:0' for option 'map'");
  process.exitCode = 234;
} else if (args[0] === '-version') {
  console.log(fake.does === 'badVersion' ? 'something else 7.1' : 'ffmpeg version 7.1-static Copyright (c) 2000-2026');
} else if (args.at(-1) === '-') {
  console.log('out_time=N/A\\nprogress=continue\\nout_time=' + time(fake.seconds / 2));
  if (args.includes('-af')) {
    for (const [start, end] of fake.quiet) {
      process.stderr.write('[silencedetect @ 0x1] silence_start: ' + start + '\\r\\n');
      if (end) console.error('[silencedetect @ 0x1] silence_end: ' + end + ' | silence_duration: ' + (end - start));
    }
  } else if (fake.kilobytes !== 0) {
    const kilobytes = fake.kilobytes ?? Math.ceil((fake.seconds * fake.bytesPerSecond) / 1024);
    console.error('[out#0/null @ 0x1] video:0KiB audio:' + kilobytes + 'KiB subtitle:0KiB muxing overhead: unknown');
  }
  console.log('out_time=' + time(fake.seconds) + '\\nprogress=end');
} else {
  const of = (name) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : undefined);
  const length = of('-t') ?? fake.seconds - of('-ss');
  writeFileSync(args.at(-1).replace('file:', ''), Buffer.alloc(Math.round(length * fake.bytesPerSecond)));
}
`,
  );
  await chmod(program, 0o755);
  return {
    folder,
    program,
    runs: async () =>
      (await readFile(log, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string[]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
