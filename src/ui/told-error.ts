/** A failure whose message is a whole sentence for a person already. */
export class ToldError extends Error {
  override readonly name: string = 'ToldError';
}
