import type { CsvMessage, CsvReport } from "../core/api/csvReport.ts";
import type { Reply } from "./platform.ts";

/** Headers of a file, and of one whose progress and report are asked for. */
export const csv = { "content-type": "text/csv" };
export const streaming = { ...csv, accept: "application/x-ndjson" };

export const messagesOf = ({ text }: Reply): CsvMessage[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

export function reportOf(reply: Reply): CsvReport {
  const last = messagesOf(reply).at(-1);
  if (!last || !("report" in last)) throw new Error(reply.text);
  return last.report;
}

/** Each bad line with what is wrong in which column. */
export const problemsOf = ({ badLines }: CsvReport) =>
  badLines.map(({ line, problems }) => [line, ...problems.map(({ column, key }) => `${column} ${key}`)]);
