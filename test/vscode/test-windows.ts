/** The kinds of window that tests run in: each has its folder of tests beside the others. */
export const testWindows = {
  /** One trusted folder, a copy of the sample workspace. */
  default: 'host',
  /** No folder at all. */
  'no-folder': 'host-no-folder',
  /** Two folders. */
  'multi-root': 'host-multi-root',
  /** One folder that the person has not trusted: Restricted Mode. */
  untrusted: 'host-untrusted',
} as const;

export type TestWindow = keyof typeof testWindows;
