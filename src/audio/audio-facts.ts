import { looksLikeText } from '../files/text-bytes.ts';
import { type AudioExtension, audioExtension } from './audio-files.ts';
import { type ByteSource, bufferOf } from './byte-source.ts';
import { afterId3, mpegAudioIn } from './mpeg-audio.ts';

/** What services take, by its content. */
export type KnownAudio = 'mp3' | 'mpeg' | 'mp4' | 'wav' | 'webm';

/** Sound or pictures in another form, which services are not known to take. */
export type OtherMedia =
  | 'aac'
  | 'aiff'
  | 'amr'
  | 'asf'
  | 'avi'
  | 'caf'
  | 'flac'
  | 'image'
  | 'matroska'
  | 'midi'
  | 'mpegTransport'
  | 'ogg';

/** What has no sound in it at all. */
export type OtherContent = 'html' | 'json' | 'pdf' | 'text' | 'zip';

export type AudioContent = KnownAudio | OtherMedia | OtherContent | 'empty' | 'zeros' | 'unknown';

/** What a file's bytes say about it; its name counts for nothing. */
export interface AudioFacts {
  readonly content: AudioContent;
  /** In bytes. */
  readonly size: number;
}

/** Why a file should not be sent, for words about it. */
export interface ContentFinding {
  /**
   * - `extension`: the name is that of no audio that services take
   * - `empty`: there is not one byte
   * - `otherExtension`: it is audio that services take, under the name of another; `extension` would be right
   * - `otherMedia`: it is audio, video or an image that services are not known to take
   * - `notAudio`: it is something else
   * - `unknown`: nothing in it is known, so it is damaged, cut at its beginning, or encrypted
   */
  readonly kind: 'extension' | 'empty' | 'otherExtension' | 'otherMedia' | 'notAudio' | 'unknown';
  readonly content: AudioContent;
  /** What the name should end in, without the dot. */
  readonly extension?: AudioExtension;
}

/** Bytes that are looked at, behind a tag with a cover too. */
const HEAD = 64 * 1024;

const BEHIND_TAGS: readonly AudioContent[] = ['aac', 'flac', 'html', 'json', 'text'];

/** Tags behind each other that are passed by. */
const MOST_TAGS = 8;

/** Reads the beginning of a file, and what follows its tags; never more, however long it is. */
export async function audioFacts(source: ByteSource): Promise<AudioFacts> {
  const { size } = source;
  if (size === 0) {
    return { content: 'empty', size };
  }
  let head = bufferOf(await source.read(0, HEAD));
  let content = contentOf(head, head.length >= size);
  let start = 0;
  for (let tags = 0; tags < MOST_TAGS; tags += 1) {
    const length = afterId3(head);
    if (length === 0) {
      break;
    }
    start += length;
    head = bufferOf(await source.read(start, HEAD));
    const behind = head.length > 0 ? contentOf(head, true) : 'unknown';
    // Tags are of MP3, where they may be followed by anything; but are also put before these.
    content = head.length === 0 || BEHIND_TAGS.includes(behind) ? behind : 'mp3';
  }
  return { content, size };
}

/** Which contents go under which names. Many tools give MPEG audio the names of MPEG program streams, and back. */
const FAMILIES: Readonly<Record<AudioExtension, readonly KnownAudio[]>> = {
  mp3: ['mp3', 'mpeg'],
  mpga: ['mp3', 'mpeg'],
  mpeg: ['mp3', 'mpeg'],
  mp4: ['mp4'],
  m4a: ['mp4'],
  wav: ['wav'],
  webm: ['webm'],
};

/** The name that is given to each. */
const EXTENSION: Readonly<Record<KnownAudio, AudioExtension>> = {
  mp3: 'mp3',
  mpeg: 'mpeg',
  mp4: 'mp4',
  wav: 'wav',
  webm: 'webm',
};

const NOT_AUDIO: readonly AudioContent[] = ['html', 'json', 'pdf', 'text', 'zip', 'zeros'];

/** Whether name and content agree and are what services take; otherwise, what is wrong. */
export function checkContent(name: string, { content }: AudioFacts): ContentFinding | undefined {
  const extension = audioExtension(name);
  if (content === 'empty' || content === 'unknown') {
    return { kind: content, content };
  }
  if (isKnownAudio(content)) {
    if (extension && FAMILIES[extension].includes(content)) {
      return undefined;
    }
    return { kind: 'otherExtension', content, extension: EXTENSION[content] };
  }
  if (!extension) {
    return { kind: 'extension', content };
  }
  return { kind: NOT_AUDIO.includes(content) ? 'notAudio' : 'otherMedia', content };
}

/** Whether services take it. */
export function isKnownAudio(content: AudioContent): content is KnownAudio {
  return content in EXTENSION;
}

/** How files begin: each letter is a byte, and `?` any. */
const BEGINNINGS: readonly (readonly [beginning: string, content: AudioContent])[] = [
  ['RIFF????WAVE', 'wav'],
  ['RF64????WAVE', 'wav'],
  ['BW64????WAVE', 'wav'],
  ['RIFF????AVI ', 'avi'],
  ['RIFF????WEBP', 'image'],
  ...['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1'].map((brand) => [`????ftyp${brand}`, 'image'] as const),
  ['????ftyp', 'mp4'],
  // QuickTime, before it said its type; neither part is ever as long as its first byte could say.
  ...['moov', 'mdat', 'wide', 'free', 'skip'].map((part) => [`\0???${part}`, 'mp4'] as const),
  ['OggS', 'ogg'],
  ['fLaC', 'flac'],
  ['FORM????AIFF', 'aiff'],
  ['FORM????AIFC', 'aiff'],
  ['caff', 'caf'],
  ['#!AMR', 'amr'],
  ['MThd', 'midi'],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'asf'],
  // A pack of a program stream; or the first picture of one without packs.
  ['\0\0\x01\xba', 'mpeg'],
  ['\0\0\x01\xb3', 'mpeg'],
  [`G${'?'.repeat(187)}G${'?'.repeat(187)}G`, 'mpegTransport'],
  ['\x89PNG\r\n', 'image'],
  ['\xff\xd8\xff\xe0', 'image'],
  ['\xff\xd8\xff\xe1', 'image'],
  ['GIF8', 'image'],
  ['%PDF-', 'pdf'],
  ['PK\x03\x04', 'zip'],
];

function begins(raw: string, beginning: string): boolean {
  return (
    raw.length >= beginning.length &&
    [...beginning].every((letter, index) => letter === '?' || letter === raw[index])
  );
}

function contentOf(head: Buffer, isWhole: boolean): AudioContent {
  const raw = head.toString('latin1', 0, 1024);
  const known = BEGINNINGS.find(([beginning]) => begins(raw, beginning))?.[1];
  if (known) {
    return known;
  }
  if (raw.startsWith('\x1a\x45\xdf\xa3')) {
    return documentType(raw);
  }
  if (afterId3(head) > 0) {
    return 'mp3';
  }
  if (head.every((byte) => byte === 0)) {
    return 'zeros';
  }
  if (looksLikeText(head, isWhole) === 'text') {
    return kindOfText(head.toString());
  }
  return mpegAudioIn(head) ?? wideText(head) ?? 'unknown';
}

/** What is in a container of the EBML kind: it says so within its first element. */
function documentType(raw: string): AudioContent {
  const [, type = 'webm'] = /\x42\x82[\x81-\x8f]([a-z]+)/.exec(raw) ?? [];
  return type === 'webm' ? 'webm' : 'matroska';
}

function kindOfText(text: string): AudioContent {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (
    /^(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype html|html|head|body|script|title|meta)\b/is.test(start)
  ) {
    return 'html';
  }
  return /^[[{]\s*["[{\]}\d-]/.test(start) ? 'json' : 'text';
}

/** Text in UTF-16. MPEG audio may begin with the same two bytes, and has been looked for before. */
function wideText(head: Buffer): AudioContent | undefined {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
    ? 'text'
    : undefined;
}
