/** Seconds that an arrow key goes. */
export const STEP = 5;

export interface PlayerListener {
  /** Whether it plays, how long it is, how fast: anything but the time. */
  changed(): void;
  /** Tells the time, for each frame in which it goes on, and wherever it was set. */
  moved(): void;
  failed(): void;
}

/** What is heard, without anything to see. */
export class Player {
  readonly #audio = document.createElement('audio');
  readonly #listener: PlayerListener;
  #uri: string | undefined;
  #hasFailed = false;
  #frame: number | undefined;

  constructor(listener: PlayerListener) {
    this.#listener = listener;
    const audio = this.#audio;
    audio.preload = 'metadata';
    for (const event of ['play', 'pause', 'ended', 'durationchange', 'ratechange', 'emptied']) {
      audio.addEventListener(event, () => {
        this.#listener.changed();
        this.#watch();
      });
    }
    for (const event of ['seeking', 'seeked', 'timeupdate']) {
      audio.addEventListener(event, () => this.#listener.moved());
    }
    audio.addEventListener('error', () => this.#fail());
  }

  /** Whether there is something to hear. */
  get isReady(): boolean {
    return this.#uri !== undefined && !this.#hasFailed;
  }

  get isPlaying(): boolean {
    return !this.#audio.paused && !this.#audio.ended;
  }

  /** Seconds. */
  get time(): number {
    return this.#audio.currentTime;
  }

  /** Seconds; `undefined` while it is not known, as with recordings that do not say. */
  get duration(): number | undefined {
    const { duration } = this.#audio;
    return Number.isFinite(duration) && duration > 0 ? duration : undefined;
  }

  /** 1 is as it was spoken. */
  get speed(): number {
    return this.#audio.playbackRate;
  }

  set speed(speed: number) {
    // The latter is what a new file begins with.
    this.#audio.playbackRate = speed;
    this.#audio.defaultPlaybackRate = speed;
  }

  /** @param uri what is to be heard from now on; nothing */
  load(uri: string | undefined): void {
    if (uri === this.#uri && !this.#hasFailed) {
      return;
    }
    this.#uri = uri;
    this.#hasFailed = false;
    if (uri === undefined) {
      this.#audio.removeAttribute('src');
      this.#audio.load();
    } else {
      this.#audio.src = uri;
    }
    this.#listener.changed();
  }

  play(): void {
    if (this.isReady) {
      // What keeps it from playing is told as an error, or is a pause that came first.
      this.#audio.play().catch(() => {});
    }
  }

  pause(): void {
    this.#audio.pause();
  }

  toggle(): void {
    if (this.isPlaying) {
      this.pause();
    } else {
      this.play();
    }
  }

  seek(seconds: number): void {
    this.#audio.currentTime = Math.min(Math.max(0, seconds), this.duration ?? Number.MAX_SAFE_INTEGER);
    this.#listener.moved();
  }

  #watch(): void {
    if (!this.isPlaying || this.#frame !== undefined) {
      return;
    }
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#listener.moved();
      this.#watch();
    });
  }

  /** Also while it plays, once the file is gone. */
  #fail(): void {
    if (this.#uri === undefined) {
      return;
    }
    this.#hasFailed = true;
    this.#listener.changed();
    this.#listener.failed();
  }
}
