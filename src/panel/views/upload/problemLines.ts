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

/** The errors in a file's lines, translated: one row per cell. */
export function problemLines(
  badLines: readonly CsvBadLine[],
  { columns, owner }: CsvDescriptor,
  context: ProblemContext,
): ProblemLine[] {
  const { translate, resource } = context;
  const isOwn = new Set([owner, ...columns.filter(({ source }) => !source.includes(".")).map(({ name }) => name)]);
  const reasonOf = (problem: CsvProblem) =>
    // A pointer into another record must not be looked up among this one's fields.
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
