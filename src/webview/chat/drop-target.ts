import { bringsFiles } from './dropped.ts';

/** Takes files that are dragged over the page, and shows meanwhile that it would. Text is left to the composer. */
export class DropTarget {
  readonly #onOver: (isOver: boolean) => void;

  constructor(target: HTMLElement, onOver: (isOver: boolean) => void, onDrop: (data: DataTransfer) => void) {
    this.#onOver = onOver;
    const take = (event: DragEvent): void => {
      if (event.dataTransfer && bringsFiles(event.dataTransfer)) {
        // On dragenter too: VS Code then leaves what comes from outside to us, and does not open it.
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        this.#onOver(true);
      }
    };
    target.addEventListener('dragenter', take);
    target.addEventListener('dragover', take);
    target.addEventListener('dragleave', ({ relatedTarget }) => {
      // Between two elements of the page, it does not leave.
      if (!(relatedTarget instanceof Node) || !target.contains(relatedTarget)) {
        this.#onOver(false);
      }
    });
    target.addEventListener('drop', (event) => {
      this.#onOver(false);
      if (event.dataTransfer && bringsFiles(event.dataTransfer)) {
        event.preventDefault();
        onDrop(event.dataTransfer);
      }
    });
  }
}
