import { type ConfigurationScope, workspace } from 'vscode';
import type { TargetSetting } from '../landing/target-folder.ts';
import { type ImageParameters, imageParameters } from './image-request.ts';

/** Where images go that belong to no other file. */
export const IMAGES_FOLDER: TargetSetting = { name: 'images.folder', fallback: 'images' };

const PARAMETERS = 'images.parameters';

/** For the button that leads there. */
export const PARAMETERS_SETTING = `inkwell.${PARAMETERS}`;

/** @throws {ServiceError} `invalidRequest` on what cannot be sent */
export function readImageParameters(scope?: ConfigurationScope): ImageParameters {
  return imageParameters(workspace.getConfiguration('inkwell', scope).get<unknown>(PARAMETERS));
}
