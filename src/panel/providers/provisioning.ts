import type { WireRecord } from "../../core/schema/descriptor.ts";
import type { KeptRun, RunReport } from "../../core/telephony/deviceTemplates/provisioningReport.ts";
import { uploadFile } from "./csvUpload.ts";
import { fetchObject } from "./fetchObject.ts";
import type { Query } from "./http.ts";
import type { PanelRecord } from "./rest.ts";

type Id = PanelRecord["id"];

const templatePath = (id: Id) => `/api/provisioningtemplates/${encodeURIComponent(id)}`;

/** Runs a template for the values of its form, or tries what it would do. Rejects with an HttpError. */
export async function runForm(id: Id, values: WireRecord, isDry: boolean): Promise<RunReport> {
  const query = { report: true, ...(isDry ? { dry_run: true } : {}) };
  return fetchObject({ method: "POST", path: templatePath(id), query, body: values }, {});
}

interface FileRun {
  readonly id: Id;
  readonly file: File;
  readonly query: Query;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly lines: number; readonly share: number }) => void;
}

/** Runs a template for each line of a file; aborting it stops the run. */
export async function runFile({ id, file, query, signal, onProgress }: FileRun): Promise<RunReport | null> {
  return uploadFile<RunReport>({ path: templatePath(id), file, query, signal, onProgress, onSent: () => undefined });
}

/** The last runs of a template, newest first. */
export async function listRuns(id: Id, signal?: AbortSignal): Promise<readonly KeptRun[]> {
  const request = { path: `${templatePath(id)}/runs`, signal };
  return (await fetchObject<{ readonly runs: readonly KeptRun[] }>(request, { runs: "array" })).runs;
}

/** Removes what a run has made; resolves with the number of records. */
export async function undoRun(id: Id, runId: number): Promise<number> {
  const request = { method: "POST", path: `${templatePath(id)}/undo`, body: { run_id: runId } } as const;
  return (await fetchObject<{ readonly removed: number }>(request, { removed: "number" })).removed;
}
