import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type {
  TranscriptHostMessage,
  TranscriptPageMessage,
  TranscriptState,
} from '../../audio/shared/transcript-protocol.ts';
import type { TranscriptWords } from '../../audio/shared/transcript-words.ts';
import { Announcer } from '../page/announcer.ts';
import type { Host } from '../page/host.ts';
import { phrase } from '../page/phrase.ts';
import { fileBar } from './file-bar.ts';
import { Following } from './following.ts';
import { noticeList } from './notices.ts';
import { Player, STEP } from './player.ts';
import { playerBar, SPEEDS } from './player-bar.ts';
import { SegmentEditing } from './segment-editing.ts';
import { SegmentList } from './segment-list.ts';
import { rowOf, type SegmentRow } from './segment-row.ts';
import { SegmentTimes } from './segment-times.ts';
import { type TranscriptCommand, transcriptCommand } from './transcript-keys.ts';

/** The whole page: what is heard, the segments, and what can be done with them. */
export class TranscriptView {
  readonly #page: HTMLElement;
  readonly #words: TranscriptWords;
  readonly #host: Host<TranscriptHostMessage, TranscriptPageMessage>;
  readonly #announcer = new Announcer();
  readonly #player: Player;
  readonly #list: SegmentList;
  readonly #following: Following;
  readonly #editing: SegmentEditing;
  #times = new SegmentTimes([]);
  #state: TranscriptState | undefined;
  #audio: Extract<TranscriptHostMessage, { type: 'audio' }> | undefined;
  #hasConflict = false;
  /** Tenths of a second that are shown. */
  #tenths = 0;
  /** Before the last click. */
  #wasPlaying = false;

  constructor(
    page: HTMLElement,
    words: TranscriptWords,
    host: Host<TranscriptHostMessage, TranscriptPageMessage>,
  ) {
    this.#page = page;
    this.#words = words;
    this.#host = host;
    this.#list = new SegmentList(words);
    this.#following = new Following(this.#list, () => this.#draw());
    this.#player = new Player({
      changed: () => this.#draw(),
      moved: () => this.#timeMoved(),
      failed: () => host.post({ type: 'audioFailed' }),
    });
    this.#editing = new SegmentEditing(words, host, {
      conflict: (hasConflict) => this.#setConflict(hasConflict),
      back: (row) => row.time.focus({ preventScroll: true }),
    });
    const { element } = this.#list;
    element.addEventListener('click', (event) => this.#clicked(event));
    element.addEventListener('dblclick', (event) => this.#doubleClicked(event));
    // Also where nothing has the focus.
    document.addEventListener('keydown', (event) => this.#keyPressed(event));
    this.#draw();
  }

  receive(message: TranscriptHostMessage): void {
    switch (message.type) {
      case 'state':
        this.#state = message;
        this.#page.ariaBusy = null;
        this.#list.show(message.segments);
        this.#segmentsChanged();
        break;
      case 'change': {
        if (this.#state === undefined) {
          return;
        }
        const { at, removed, segments, summary, remarks, problem } = message;
        this.#state = { ...this.#state, summary, remarks, problem };
        if (removed > 0 || segments.length > 0) {
          this.#list.change(at, removed, segments);
          this.#segmentsChanged();
        }
        break;
      }
      case 'audio':
        this.#audio = message;
        this.#player.load(message.problem === undefined ? message.audio?.uri : undefined);
        if (message.problem !== undefined) {
          this.#announcer.say(message.problem);
        }
        break;
      case 'edited':
        this.#editing.answered(message.isDone);
        break;
      case 'said':
        this.#announcer.say(message.text);
        return;
    }
    this.#draw();
  }

  #segmentsChanged(): void {
    this.#times = new SegmentTimes(this.#list.segments);
    this.#page.classList.toggle('has-hours', this.#times.end >= 3600);
    this.#editing.documentSays();
    this.#timeMoved();
  }

  #timeMoved(): void {
    const { time, isReady } = this.#player;
    const index = isReady ? this.#times.at(time) : undefined;
    if (index !== this.#list.current?.index) {
      this.#list.setCurrent(index);
      // What is typed in stays where it is.
      if (this.#player.isPlaying && this.#editing.row === undefined) {
        this.#following.keep();
      }
    }
    const tenths = Math.floor(time * 10);
    if (tenths !== this.#tenths) {
      this.#tenths = tenths;
      this.#draw();
    }
  }

  #clicked({ target, detail }: MouseEvent): void {
    const row = rowOf(target);
    if (detail > 1) {
      // The second of a double click, or more.
      return;
    }
    this.#wasPlaying = this.#player.isPlaying;
    if (row === undefined || !(target instanceof Element) || target.closest('.field') !== null) {
      return;
    }
    if (target.closest('.edit') !== null) {
      this.#edit(row);
    } else if (target.closest('.time') !== null || document.getSelection()?.isCollapsed !== false) {
      // Text that was selected is to be copied, not heard.
      this.#playFrom(row);
    }
  }

  /** Who wants to edit does not want to hear, unless they did before. */
  #doubleClicked({ target }: MouseEvent): void {
    const row = target instanceof Element && target.closest('.text') ? rowOf(target) : undefined;
    if (row && this.#canEdit && row.isEditable && this.#editing.row !== row) {
      if (!this.#wasPlaying) {
        this.#player.pause();
      }
      this.#editing.begin(row);
    }
  }

  #playFrom(row: SegmentRow): void {
    const { start } = row.segment;
    if (this.#editing.row === undefined) {
      row.time.focus({ preventScroll: true });
    }
    if (!this.#player.isReady) {
      this.#announcer.say(this.#silence());
    } else if (start === undefined) {
      this.#announcer.say(this.#words.noTimeToPlay);
    } else {
      this.#player.seek(start);
      this.#player.play();
      this.#list.setCurrent(this.#times.at(start) ?? row.index);
      this.#following.begin();
    }
  }

  #edit(row: SegmentRow | undefined): void {
    if (row && this.#canEdit) {
      this.#editing.begin(row);
    }
  }

  get #canEdit(): boolean {
    return this.#state !== undefined && !this.#state.isReadOnly && this.#state.problem === undefined;
  }

  #keyPressed(event: KeyboardEvent): void {
    const command = transcriptCommand(event);
    if (command !== undefined) {
      this.#run(command, rowOf(event.target));
      event.preventDefault();
      // VS Code would take the key as well.
      event.stopPropagation();
    }
  }

  #run(command: TranscriptCommand, row?: SegmentRow): void {
    const player = this.#player;
    const to = (index: number): void => this.#list.focus(this.#list.row(index));
    const last = this.#list.segments.length - 1;
    switch (command) {
      case 'toggle':
        player.toggle();
        break;
      case 'back':
        player.seek(player.time - STEP);
        break;
      case 'forward':
        player.seek(player.time + STEP);
        break;
      case 'slower':
        this.#setSpeed(SPEEDS.findLast((speed) => speed < player.speed));
        break;
      case 'faster':
        this.#setSpeed(SPEEDS.find((speed) => speed > player.speed));
        break;
      case 'up':
        to(Math.max(0, (row?.index ?? 0) - 1));
        break;
      case 'down':
        to(Math.min(last, (row?.index ?? 0) + 1));
        break;
      case 'first':
        to(0);
        break;
      case 'last':
        to(last);
        break;
      case 'edit':
        this.#edit(row);
        break;
    }
  }

  #setSpeed(speed: number | undefined): void {
    if (speed !== undefined) {
      this.#player.speed = speed;
      this.#announcer.say(phrase(this.#words.speedIs, speed));
    }
  }

  #setConflict(hasConflict: boolean): void {
    this.#hasConflict = hasConflict;
    if (hasConflict) {
      this.#announcer.say(this.#words.changedElsewhere);
    }
    this.#draw();
  }

  /** Why nothing can be heard. */
  #silence(): string {
    if (this.#audio === undefined) {
      return '';
    }
    return this.#audio.problem ?? (this.#audio.audio === undefined ? this.#words.noAudio : '');
  }

  #draw(): void {
    render(this.#template(), this.#page);
  }

  #template(): TemplateResult {
    const words = this.#words;
    const state = this.#state;
    if (state === undefined) {
      return html`<h1 class="visually-hidden">${words.page}</h1><p class="blank">${words.loading}</p>${this.#announcer.element}`;
    }
    const { segments } = this.#list;
    const { isReady, isPlaying, time, duration, speed } = this.#player;
    return html`<h1 class="visually-hidden">${phrase(words.title, state.name)}</h1>
      ${playerBar(
        {
          isReady,
          isPlaying,
          time,
          speed,
          duration: duration ?? Math.max(state.duration ?? 0, this.#times.end),
          isAway: isPlaying && !this.#following.isOn,
        },
        words,
        {
          command: (command) => this.#run(command),
          seek: (seconds) => this.#player.seek(seconds),
          setSpeed: (chosen) => {
            this.#player.speed = chosen;
          },
          toCurrent: () => this.#following.begin(),
        },
      )}
      ${noticeList(
        {
          problem: state.problem,
          remarks: state.remarks,
          silence: segments.length > 0 ? this.#silence() : '',
          conflict: this.#hasConflict ? words.changedElsewhere : '',
        },
        words,
        () => this.#host.post({ type: 'chooseAudio' }),
      )}
      ${segments.length > 0 ? this.#list.element : this.#blank(state)}
      ${fileBar(
        {
          summary: state.summary,
          hasText: segments.length > 0 || state.text !== undefined,
          audioName: isReady ? this.#audio?.audio?.name : undefined,
        },
        words,
        (message) => this.#host.post(message),
      )}
      ${this.#announcer.element}`;
  }

  /** What stands where the segments would be. */
  #blank({ text, problem }: TranscriptState): TemplateResult {
    if (text !== undefined) {
      return html`<div class="scroller" tabindex="0" role="region" aria-label=${this.#words.segments}
        ><p class="whole" dir="auto">${text}</p></div>`;
    }
    return html`<p class="blank">${problem === undefined ? this.#words.noSegments : nothing}</p>`;
  }
}
