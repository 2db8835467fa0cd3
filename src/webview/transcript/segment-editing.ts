import type { TranscriptHostMessage, TranscriptPageMessage } from '../../audio/shared/transcript-protocol.ts';
import type { TranscriptWords } from '../../audio/shared/transcript-words.ts';
import type { Host } from '../page/host.ts';
import { phrase } from '../page/phrase.ts';
import { SegmentField } from './segment-field.ts';
import type { SegmentRow } from './segment-row.ts';

export interface EditingListener {
  /** A segment was changed elsewhere while its text was typed; or that has been settled. */
  conflict(hasConflict: boolean): void;
  /** The person has done by a key: the focus is to be on the row. */
  back(row: SegmentRow): void;
}

/** The one segment whose text is being changed, and the answers of the host to what was typed. */
export class SegmentEditing {
  readonly #words: TranscriptWords;
  readonly #host: Host<TranscriptHostMessage, TranscriptPageMessage>;
  readonly #listener: EditingListener;
  #open: { readonly field: SegmentField; readonly row: SegmentRow } | undefined;
  /** Whose answers are still to come, in their order. */
  readonly #asked: { readonly field: SegmentField; readonly row: SegmentRow }[] = [];
  #next: SegmentRow | undefined;

  constructor(
    words: TranscriptWords,
    host: Host<TranscriptHostMessage, TranscriptPageMessage>,
    listener: EditingListener,
  ) {
    this.#words = words;
    this.#host = host;
    this.#listener = listener;
  }

  get row(): SegmentRow | undefined {
    return this.#open?.row;
  }

  begin(row: SegmentRow): void {
    if (this.#open?.row === row) {
      this.#open.field.element.focus();
    } else if (this.#asked.length > 0) {
      // What was typed before may have to be shown again.
      this.#next = row;
    } else if (row.isEditable) {
      this.#show(row);
    }
  }

  /** The row's segment is as the document has it by now. */
  documentSays(): void {
    if (this.#open === undefined) {
      return;
    }
    const { field, row } = this.#open;
    if (row.element.isConnected) {
      field.documentSays(row.segment.text);
    } else {
      this.#close(field, row);
    }
  }

  answered(isDone: boolean): void {
    const asked = this.#asked.shift();
    if (asked === undefined) {
      return;
    }
    const { field, row } = asked;
    const { text } = field;
    field.answered(isDone);
    if (!isDone && this.#open?.field !== field && row.element.isConnected) {
      this.#next = undefined;
      this.#show(row, text);
    } else if (this.#next !== undefined && this.#asked.length === 0) {
      const next = this.#next;
      this.#next = undefined;
      this.begin(next);
    }
  }

  #show(row: SegmentRow, draft?: string): void {
    if (this.#open) {
      this.#close(this.#open.field, this.#open.row);
    }
    const post = (message: TranscriptPageMessage): void => {
      this.#asked.push({ field, row });
      this.#host.post(message);
    };
    const field = new SegmentField(
      row.segment.text,
      phrase(this.#words.textNamed, row.time.textContent ?? ''),
      {
        edit: (was, text) => post({ type: 'edit', index: row.index, was, text }),
        takeBack: (was, text) => post({ type: 'takeBack', index: row.index, was, text }),
        save: () => this.#host.post({ type: 'save' }),
        conflict: () => this.#listener.conflict(true),
        close: (isByKey) => {
          // So that the old text does not flash up before the document has the new one.
          row.text.textContent = field.text;
          this.#close(field, row);
          if (isByKey) {
            this.#listener.back(row);
          }
        },
      },
      draft,
    );
    this.#open = { field, row };
    row.text.replaceWith(field.element);
    row.element.classList.add('is-edited');
    field.element.focus();
    field.element.setSelectionRange(field.element.value.length, field.element.value.length);
    this.#listener.conflict(draft !== undefined);
  }

  #close(field: SegmentField, row: SegmentRow): void {
    field.dispose();
    this.#open = undefined;
    row.element.classList.remove('is-edited');
    field.element.replaceWith(row.text);
    this.#listener.conflict(false);
    if (!this.#asked.some((asked) => asked.field === field)) {
      this.#host.post({ type: 'done' });
    }
  }
}
