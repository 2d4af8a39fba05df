/** One thing wrong with a schema: where it is, what is wrong and what to write instead. */
export interface Problem {
  /** File relative to the project, with "/" separators. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
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

export function printProblem({ file, line, message, hint }: Problem): string {
  return `${file}:${line}: ${message}${hint ? `\n    ${hint}` : ""}`;
}
