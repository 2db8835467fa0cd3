/** Uploads one file and reports what it took: `node upload-process.ts ours|undici ORIGIN FILE`. */
import { openAsBlob } from 'node:fs';

export type Uploader = 'ours' | 'undici';

export interface UploadReport {
  /** Bytes of the body that the service has counted. */
  readonly received: number;
  /** Resident memory in bytes: before the upload, and at most. */
  readonly base: number;
  readonly peak: number;
  /** Milliseconds. */
  readonly cpu: number;
  readonly wall: number;
  /** Until the first bytes were sent, where that is told. */
  readonly firstByte: number;
}

/** Gives the body's length as the service has counted it. */
type Upload = (file: string) => Promise<number>;

const uploaders: Record<Uploader, (origin: string) => Promise<Upload>> = {
  ours: async (origin) => {
    const { Client } = await import('../../src/service/client.ts');
    const client = new Client({ baseUrl: origin, apiKey: 'key-for-benchmarks' });
    return async (path) => {
      const onUpload = (): void => {
        firstByte ??= performance.now() - start;
      };
      const { text } = await client.transcribeAudio({ model: 'speech-1', file: { path } }, { onUpload });
      return Number(text);
    };
  },
  undici: async (origin) => {
    const { FormData, request } = await import('undici');
    return async (path) => {
      const form = new FormData();
      form.set('model', 'speech-1');
      form.set('file', await openAsBlob(path), 'long.wav');
      const answer = await request(`${origin}/v1/audio/transcriptions`, { method: 'POST', body: form });
      return Number(JSON.parse(await answer.body.text()).text);
    };
  },
};

let firstByte: number | undefined;
let start = 0;
const [uploader = 'ours', origin = '', file = ''] = process.argv.slice(2);
const upload = await uploaders[uploader as Uploader](origin);
globalThis.gc?.();
const base = process.memoryUsage.rss();
let peak = base;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const cpu = process.cpuUsage();
start = performance.now();
const received = await upload(file);
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
clearInterval(sampling);
// The system's own mark misses nothing, but also knows of peaks before the upload.
peak = Math.max(peak, process.resourceUsage().maxRSS * 1024);
const report: UploadReport = {
  received,
  base,
  peak,
  cpu: (user + system) / 1000,
  wall,
  firstByte: firstByte ?? wall,
};
process.send?.(report, () => process.exit());
