import type { CsvBadLine, CsvProblem } from "../../../core/csvReport.ts";
import type { CsvDescriptor } from "../../../core/descriptor.ts";
import { fieldKey } from "../../resource/labels.ts";
import { type ProblemContext, problemText } from "../form/problemTexts.ts";

export interface ProblemLine {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** What is wrong with the lines of a file, in the reader's words: a row for each cell. */
export function problemLines(
  badLines: readonly CsvBadLine[],
  { columns }: CsvDescriptor,
  context: ProblemContext,
): ProblemLine[] {
  const { translate, resource } = context;
  const isOwn = new Set(columns.filter(({ source }) => !source.includes(".")).map(({ name }) => name));
  const reasonOf = (problem: CsvProblem) =>
    // A pointer into another record would be looked up among the fields of this one.
    problemText(isOwn.has(problem.column) ? problem : { ...problem, pointer: "" }, context);
  return badLines.flatMap(({ line, problems }) =>
    problems.map((problem) => ({
      line,
      column: problem.column === "" ? translate("upload.wholeLine") : translate(fieldKey(resource, problem.column)),
      value: problem.value,
      reason: reasonOf(problem),
    })),
  );
}
