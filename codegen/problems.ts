/** A place in a source file. */
export interface Place {
  /** File relative to the project, with "/" separators. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** JSON pointer of what is wrong; empty where the file as a whole is. */
  readonly pointer: string;
}

/** One thing wrong with a schema: where it is, what is wrong and what to write instead. */
export interface Problem extends Place {
  readonly message: string;
  readonly hint?: string;
}

/** Thrown once with everything found, so that one run shows all there is to mend. */
export class SchemaProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(printProblem).join("\n"));
    this.name = "SchemaProblems";
    this.problems = problems;
  }
}

export function printProblem({ file, line, pointer, message, hint }: Problem): string {
  return `${file}:${line}${pointer && ` #${pointer}`}: ${message}${hint ? `\n    ${hint}` : ""}`;
}
