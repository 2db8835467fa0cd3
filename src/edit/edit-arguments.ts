import { Range, Uri } from 'vscode';

/** Something that VS Code marks in a document. */
export interface Problem {
  readonly message: string;
  readonly range: Range;
}

/** What may be given to Edit with Instruction, by a key binding as well as by our own code. */
export interface EditArguments {
  /** Of an open or other text document; without it, the active editor's. */
  readonly uri?: Uri;
  /** How to change the text; without it, the person is asked. */
  readonly instruction?: string;
  /** What is to be fixed; then the text around it is what is sent. */
  readonly problems?: readonly Problem[];
}

/** Reads the arguments of the command; a menu gives others, which mean nothing to it. */
export function editArguments([given]: readonly unknown[]): EditArguments {
  if (typeof given !== 'object' || given === null || given instanceof Uri) {
    return {};
  }
  const { uri, instruction, problems } = given as Record<string, unknown>;
  return {
    ...(uri instanceof Uri && { uri }),
    ...(typeof instruction === 'string' && instruction.trim() !== '' && { instruction }),
    ...(Array.isArray(problems) && { problems: problems.filter(isProblem) }),
  };
}

function isProblem(given: unknown): given is Problem {
  const { message, range } = (given ?? {}) as Record<string, unknown>;
  return typeof message === 'string' && range instanceof Range;
}
