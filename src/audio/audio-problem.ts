/** Audio that cannot be sent, or an answer that cannot be used. Its message is a sentence for a person. */
export class AudioProblem extends Error {
  override readonly name = 'AudioProblem';
}
