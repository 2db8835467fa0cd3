/** Tells screen readers something once and politely, without showing it. */
export class Announcer {
  readonly element = document.createElement('div');

  constructor() {
    this.element.className = 'visually-hidden';
    this.element.setAttribute('role', 'status');
  }

  say(text: string): void {
    // A new element each time: the same words as before are a change then, and so are said again.
    const said = document.createElement('p');
    said.textContent = text;
    this.element.replaceChildren(said);
  }
}
