import { HttpError } from "react-admin";
import type { BulkJob, BulkJobFailure, BulkJobPreview, BulkJobReport } from "../../core/api/jobs.ts";
import type { Json, ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { malformedError } from "./errors.ts";
import { hasExtension } from "./extensions.ts";
import { fetchObject } from "./fetchObject.ts";
import type { HttpRequest } from "./http.ts";

const path = "/api/bulkjobs/";

/** Whether the platform changes many of these records by itself; it cannot for records that it only computes. */
export function hasJobs({ storage }: Pick<ResourceDescriptor, "storage">): boolean {
  return hasExtension("bulk_jobs") && storage === undefined;
}

/** A change of many records; `restore` puts back what a run has done. */
export type NewBulkJob =
  | {
      readonly resource: string;
      readonly action: "change";
      readonly changes: Readonly<Record<string, Json>>;
      readonly ids: readonly number[];
    }
  | { readonly resource: string; readonly action: "remove"; readonly ids: readonly number[] }
  | { readonly action: "restore"; readonly run: string };

/** `POST /api/bulkjobs/`: starts a job of the platform. Rejects with an HttpError, like all of these. */
export function startJob(job: NewBulkJob): Promise<BulkJobReport> {
  return report({ method: "POST", path, body: job });
}

/** Loads the effect that a job would have on its first records. */
export function previewJob(job: NewBulkJob): Promise<BulkJobPreview> {
  return fetchObject({ method: "POST", path: `${path}preview`, body: job }, {});
}

/** Loads the user's last jobs, newest first, in whichever browser they were started. */
export async function listJobs(signal?: AbortSignal): Promise<readonly BulkJob[]> {
  type Listed = { readonly _embedded: { readonly "ngcp:bulkjobs": readonly BulkJob[] } };
  const { _embedded } = await fetchObject<Listed>({ path, signal }, { _embedded: "object" });
  const jobs = _embedded["ngcp:bulkjobs"];
  if (!Array.isArray(jobs)) throw malformedError("a list of bulk jobs was expected");
  return jobs;
}

/** A job with what it was refused. */
export function readJob(id: number, signal?: AbortSignal): Promise<BulkJobReport> {
  return report({ path: `${path}${id}`, signal });
}

/** `stop` ends it, `continue` tries what is left and what was refused again, `undo` starts a job that restores. */
export function controlJob(id: number, act: "stop" | "continue" | "undo"): Promise<BulkJobReport> {
  return report({ method: "POST", path: `${path}${id}/${act}`, body: {} });
}

function report(request: HttpRequest): Promise<BulkJobReport> {
  return fetchObject(request, { id: "number" });
}

/** Builds the error of one record, as its own request would have rejected. */
export function toJobError({ message, code, key, params, errors }: BulkJobFailure): HttpError {
  return new HttpError(message, code, { code, message, key, params, ...(errors ? { errors } : {}) });
}
