import { ImageEditing } from './image-editing.ts';
import type { ImageServices } from './image-services.ts';
import { imagesFor } from './source-image.ts';

/** Edit Image: opens the mask editor on each image that is chosen, or shows the one that is open already. */
export async function editImages(services: ImageServices, given: readonly unknown[]): Promise<void> {
  for (const uri of await imagesFor(given)) {
    await ImageEditing.open(services, uri, 'edit');
  }
}
