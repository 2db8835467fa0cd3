import { open } from 'node:fs/promises';
import { l10n, workspace } from 'vscode';
import type { UploadFile } from '../service/request-schema.ts';
import { type AudioContent, audioFacts, checkContent, isKnownAudio, type KnownAudio } from './audio-facts.ts';
import { type AudioFile, MOST_IN_MEMORY, unreadable } from './audio-file.ts';
import { AUDIO_EXTENSIONS, audioExtension } from './audio-files.ts';
import { AudioProblem } from './audio-problem.ts';
import { type ByteSource, sourceOfBytes, sourceOfFile } from './byte-source.ts';

/** Audio that is what its name says, until it is closed. */
export interface OpenAudio {
  readonly content: KnownAudio;
  readonly source: ByteSource;
  /** From the disk where it is on one, and without its name, which is nobody's business. */
  readonly upload: UploadFile;
  close(): Promise<void>;
}

/**
 * Opens audio and looks at its beginning.
 *
 * @throws {AudioProblem} when it is not what its name says, or cannot be read
 */
export async function openAudio(file: AudioFile): Promise<OpenAudio> {
  const audio = await opened(file);
  try {
    return { ...audio, content: await checkedContent(file, audio.source) };
  } catch (error) {
    await audio.close();
    throw error instanceof AudioProblem ? error : unreadable(error);
  }
}

/** The name that audio is sent under: services go by its ending, some of them only in small letters. */
export function sentName(name: string): string {
  return `audio.${audioExtension(name) ?? 'wav'}`;
}

async function opened({ uri, name }: AudioFile): Promise<Omit<OpenAudio, 'content'>> {
  try {
    if (uri.scheme === 'file') {
      const handle = await open(uri.fsPath, 'r');
      return {
        source: await sourceOfFile(handle, uri.fsPath),
        upload: { path: uri.fsPath, name: sentName(name) },
        close: () => handle.close(),
      };
    }
    const data = await workspace.fs.readFile(uri);
    return {
      source: sourceOfBytes(data),
      upload: { data, name: sentName(name) },
      close: () => Promise.resolve(),
    };
  } catch (error) {
    throw unreadable(error);
  }
}

async function checkedContent({ uri, name }: AudioFile, source: ByteSource): Promise<KnownAudio> {
  if (uri.scheme !== 'file' && source.size > MOST_IN_MEMORY) {
    throw new AudioProblem(l10n.t('it has grown too large to be read from there.'));
  }
  const facts = await audioFacts(source);
  const finding = checkContent(name, facts);
  if (!finding && isKnownAudio(facts.content)) {
    return facts.content;
  }
  switch (finding?.kind) {
    case 'empty':
      throw new AudioProblem(l10n.t('it is empty.'));
    case 'otherExtension':
      throw new AudioProblem(
        l10n.t(
          'it holds {0}: rename it to end in .{1}.',
          contentName(finding.content),
          finding.extension ?? '',
        ),
      );
    case 'otherMedia':
    case 'extension':
      throw new AudioProblem(
        l10n.t(
          'it holds {0}. The service takes {1}.',
          contentName(finding.content),
          AUDIO_EXTENSIONS.join(', '),
        ),
      );
    case 'notAudio':
      throw new AudioProblem(l10n.t('it holds {0}, not audio.', contentName(finding.content)));
    default:
      throw new AudioProblem(l10n.t('it holds no audio that is known: it may be damaged.'));
  }
}

function contentName(content: AudioContent): string {
  switch (content) {
    case 'mp3':
      return 'MP3';
    case 'mpeg':
      return 'MPEG';
    case 'mp4':
      return 'MP4';
    case 'wav':
      return 'WAV';
    case 'webm':
      return 'WebM';
    case 'aac':
      return 'AAC';
    case 'aiff':
      return 'AIFF';
    case 'amr':
      return 'AMR';
    case 'asf':
      return 'Windows Media';
    case 'avi':
      return 'AVI';
    case 'caf':
      return 'CAF';
    case 'flac':
      return 'FLAC';
    case 'matroska':
      return 'Matroska';
    case 'midi':
      return 'MIDI';
    case 'mpegTransport':
      return l10n.t('an MPEG transport stream');
    case 'ogg':
      return 'Ogg';
    case 'html':
      return l10n.t('a web page');
    case 'json':
      return 'JSON';
    case 'pdf':
      return l10n.t('a PDF document');
    case 'zip':
      return l10n.t('a ZIP archive');
    case 'image':
      return l10n.t('an image');
    case 'text':
      return l10n.t('text');
    case 'zeros':
      return l10n.t('nothing but zeros');
    case 'empty':
      return l10n.t('nothing');
    case 'unknown':
      return l10n.t('something unknown');
  }
}
