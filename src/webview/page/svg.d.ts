/** The build gives an SVG file as its text. */
declare module '*.svg' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the form in which the build gives it
  export default text;
}
