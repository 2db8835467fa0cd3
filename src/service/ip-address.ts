// What the package socks wants of the package ip-address, which the build leaves out: of its 50 KB these few lines are
// used, and only with addresses that Node's `net` has found to be such.

/** An IPv4 address. */
export class Address4 {
  /** With dots. */
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  toArray(): number[] {
    return this.address.split('.').map(Number);
  }
}

/** An IPv6 address. */
export class Address6 {
  /** Eight numbers of 16 bits. */
  readonly #groups: readonly number[];

  constructor(address: string) {
    const [start = '', end] = (address.split('%')[0] ?? '').split('::');
    const before = groupsOf(start);
    const after = groupsOf(end ?? '');
    const missing = Math.max(0, 8 - before.length - after.length);
    this.#groups = [...before, ...new Array<number>(missing).fill(0), ...after];
  }

  static fromByteArray(bytes: readonly number[]): Address6 {
    const groups = Array.from({ length: 8 }, (_, index) =>
      (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
    );
    return new Address6(groups.join(':'));
  }

  /** Eight groups of four digits each. */
  canonicalForm(): string {
    return this.#groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
  }
}

/** The last of them may be an IPv4 address, which is two. */
function groupsOf(part: string): number[] {
  return part.split(':').flatMap((group) => {
    if (group.includes('.')) {
      const [a = 0, b = 0, c = 0, d = 0] = new Address4(group).toArray();
      return [a * 256 + b, c * 256 + d];
    }
    return group === '' ? [] : [Number.parseInt(group, 16)];
  });
}
