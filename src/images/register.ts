import { Disposable } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { ImageOrder, PlannedImages } from './image-order.ts';
import type { ImageServices } from './image-services.ts';

/** Generate, edit and vary images, and tell where one comes from. */
export function registerImages(given: Omit<ImageServices, 'editors' | 'sheets' | 'vary'>): Disposable[] {
  const services: ImageServices = {
    ...given,
    editors: new Map(),
    sheets: new Set(),
    vary: async (image, sheet) => (await import('./vary-images.ts')).varyImages(services, [image], sheet),
  };
  const { log, editors, sheets } = services;
  return [
    registerCommand('inkwell.generateImage', log, async (...given) =>
      (await import('./generate-image.ts')).generateImage(services, given),
    ),
    registerCommand('inkwell.insertGeneratedImage', log, async (...given) =>
      (await import('./generate-image.ts')).generateImage(services, given, { insert: true }),
    ),
    registerCommand('inkwell.editImage', log, async (...given) =>
      (await import('./edit-images.ts')).editImages(services, given),
    ),
    registerCommand('inkwell.createVariations', log, async (...given) =>
      (await import('./vary-images.ts')).varyChosen(services, given),
    ),
    registerCommand('inkwell.showImageDetails', log, async (...given) =>
      (await import('./show-image-details.ts')).showImageDetails(given),
    ),
    new Disposable(() => {
      for (const open of [...editors.values(), ...sheets]) {
        open.dispose();
      }
    }),
  ];
}

/** Images that somebody else than the person asks for. */
export function imagePlanner(
  services: Pick<ImageServices, 'connection' | 'log'>,
): (order: ImageOrder) => Promise<PlannedImages | undefined> {
  return async (order) => (await import('./image-order.ts')).planImages(services, order);
}
