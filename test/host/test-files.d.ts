/** Written by the build: every test file that runs inside VS Code (esbuild.mjs). */
declare module 'host-test-files' {
  /** A folder of tests, named after the kind of window that they run in, and what loads each of its files. */
  export const testFiles: Record<string, { file: string; load: () => Promise<unknown> }[]>;
}
