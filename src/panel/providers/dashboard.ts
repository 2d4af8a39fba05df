import {
  answersPath,
  type CallGrouping,
  type CallsBucket,
  type CallsGroup,
  type DeviceGroup,
  type FirstStep,
  MAX_QUESTIONS,
  type PathResponse,
  type RecentChange,
  type Upcoming,
} from "../../core/api/dashboardResponse.ts";
import type { DismissedHint } from "../../core/api/panelItems.ts";
import type { Json } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { recordTitle, templatePaths } from "../../core/values/recordTitle.ts";
import { hasExtension } from "./extensions.ts";
import { fetchObject, requireMembers } from "./fetchObject.ts";
import { type HttpRequest, type HttpResponse, type Query, send, toRequestError, toUrl } from "./http.ts";
import { collectionPath, fromList, type PanelRecord, toExpand } from "./rest.ts";
import { service } from "./service.ts";
import { summaryOf } from "./summaries.ts";

/** Some records of a list, and the total. */
export interface FirstRecords {
  readonly total: number;
  readonly records: readonly TitledRecord[];
}

export interface TitledRecord {
  readonly title: string;
  readonly record: PanelRecord;
}

/** The first `rows` records of a query. Needs only the resource's summary: no chunk is loaded. */
export async function loadFirstRecords(
  resource: string,
  query: Query,
  rows: number,
  signal?: AbortSignal,
): Promise<FirstRecords> {
  const { recordRepresentation: template } = summaryOf(resource);
  const behind = templatePaths(template).filter((path) => path.includes("."));
  const expand = [...new Set(behind.map((path) => path.slice(0, path.lastIndexOf("."))))];
  const response = await sendBatched({
    path: collectionPath(resource),
    query: { page: 1, rows, ...query, ...toExpand(expand) },
    signal,
  });
  const { data, total } = fromList(resource, response);
  return { total, records: data.map((record) => ({ title: recordTitle(template, record), record })) };
}

/** `GET /dashboard/ajax/<counter>`: a number of the legacy dashboard; null where the platform has none. */
export async function loadCounter(counter: string, widget: string, signal?: AbortSignal): Promise<Json> {
  const { body } = await sendBatched({ path: `/dashboard/ajax/${counter}`, query: { widget }, signal });
  return isObject(body) ? (body.widget_data ?? null) : null;
}

export interface CallsPeriodOptions {
  readonly by: "hour" | "day";
  readonly from: Date;
  readonly tz: string;
}

/** Calls until now in hours or days; each bucket ends where the next begins, the last at `to`. */
export async function loadCallFigures(
  { by, from, tz }: CallsPeriodOptions,
  signal?: AbortSignal,
): Promise<{ readonly to: string; readonly buckets: readonly CallsBucket[] }> {
  const request = { path: "/api/dashboard/calls", query: { by, tz, from: from.toISOString() }, signal };
  return requireMembers(request.path, (await sendBatched(request)).body, { buckets: "array" });
}

/** Calls until now in groups, those with the most calls first. */
export function loadCallGroups(
  group: CallGrouping,
  { by, from, tz }: CallsPeriodOptions,
  signal?: AbortSignal,
): Promise<readonly CallsGroup[]> {
  const query = { group, by, tz, from: from.toISOString() };
  return loadEntries("callgroups", query, signal, "groups");
}

/** Loads the devices that are registered now, by user agent. */
export async function loadDevices(signal?: AbortSignal): Promise<readonly DeviceGroup[]> {
  return loadEntries<DeviceGroup>("devices", {}, signal);
}

export async function loadRecentChanges(rows: number, signal?: AbortSignal): Promise<readonly RecentChange[]> {
  return loadEntries<RecentChange>("changes", { rows }, signal);
}

/** Loads the records that end or change by themselves in the next 30 days, soonest first. */
export async function loadUpcoming(rows: number, signal?: AbortSignal): Promise<readonly Upcoming[]> {
  return loadEntries<Upcoming>("upcoming", { rows }, signal);
}

const hint: DismissedHint = { name: "firstSteps" };

/** The steps of setting up a platform; none when all are done, or when this account has dismissed them. */
export async function loadFirstSteps(signal?: AbortSignal): Promise<readonly FirstStep[]> {
  const steps = await loadEntries<FirstStep>("firststeps", {}, signal);
  if (steps.every(({ id }) => id !== null)) return [];
  const { total = 0 } = await service.getList("dismissed", {
    pagination: { page: 1, perPage: 1 },
    sort: { field: "id", order: "ASC" },
    filter: hint,
    signal,
  });
  return total > 0 ? [] : steps;
}

/** Shows the first steps to this account no more. Rejects where that cannot be stored. */
export async function dismissFirstSteps(): Promise<void> {
  await service.create("dismissed", { data: hint });
}

async function loadEntries<T>(
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  name = path,
): Promise<readonly T[]> {
  const request = { path: `/api/dashboard/${path}`, query, signal };
  const { body } = await sendBatched(request);
  return requireMembers<Record<string, readonly T[]>>(request.path, body, { [name]: "array" })[name] ?? [];
}

/** Sends all of them together; the slowest delays the others. */
const BATCH_TIMEOUT_MS = 30_000;

interface WaitingRequest {
  readonly request: HttpRequest;
  readonly resolve: (response: HttpResponse | Promise<HttpResponse>) => void;
  readonly reject: (error: unknown) => void;
}

let waiting: WaitingRequest[] = [];

/** Sends a GET request of the dashboard: where the platform takes them so, those of one moment go as one. */
function sendBatched(request: HttpRequest): Promise<HttpResponse> {
  if (!hasExtension("dashboard")) return send(request);
  return new Promise((resolve, reject) => {
    if (waiting.push({ request, resolve, reject }) === 1) setTimeout(sendWaiting);
  });
}

function sendWaiting(): void {
  const questions = waiting;
  waiting = [];
  for (let start = 0; start < questions.length; start += MAX_QUESTIONS)
    void sendTogether(questions.slice(start, start + MAX_QUESTIONS));
}

async function sendTogether(questions: readonly WaitingRequest[]): Promise<void> {
  const [first] = questions;
  if (questions.length === 1) return first?.resolve(send(first.request));
  try {
    const query = { paths: questions.map(({ request }) => toUrl(request)).join("\n") };
    const { answers } = await fetchObject<{ readonly answers: readonly PathResponse[] }>(
      { path: answersPath, query, timeout: BATCH_TIMEOUT_MS },
      { answers: "array" },
    );
    for (const [index, { resolve, reject }] of questions.entries()) {
      const { status, body } = answers[index] ?? { status: 0, body: null };
      if (status >= 200 && status < 300) resolve({ status, headers: new Headers(), body });
      else reject(toRequestError(body, status));
    }
  } catch (error) {
    for (const { reject } of questions) reject(error);
  }
}
