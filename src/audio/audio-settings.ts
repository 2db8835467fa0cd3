import { type ConfigurationScope, workspace } from 'vscode';
import { type AudioOperation, type AudioParameters, audioParameters } from './audio-request.ts';

const PARAMETERS: Record<AudioOperation, string> = {
  transcription: 'audio.transcription',
  translation: 'audio.translation',
};

/** For the button that leads there. */
export function settingFor(operation: AudioOperation): string {
  return `inkwell.${PARAMETERS[operation]}`;
}

/** @throws {ServiceError} `invalidRequest` on what cannot be sent */
export function readAudioParameters(operation: AudioOperation, scope?: ConfigurationScope): AudioParameters {
  const settings = workspace.getConfiguration('inkwell', scope);
  return audioParameters(
    operation,
    settings.get<unknown>('audio.model'),
    settings.get<unknown>(PARAMETERS[operation]),
  );
}
