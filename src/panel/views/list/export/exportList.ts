import {
  type ExportCellContext,
  type ExportColumn,
  exportColumns,
  exportExpand,
  titleSource,
  toCell,
} from "../../../../core/api/exportCells.ts";
import type { ResourceDescriptor } from "../../../../core/schema/descriptor.ts";
import { byteOrderMark, toCsvLine } from "../../../../core/values/csv.ts";
import { summaries } from "../../../../generated/index.gen.ts";
import type { PanelDataProvider } from "../../../providers/dataProvider.ts";
import type { Extension } from "../../../providers/extensions.ts";
import type { HttpRequest, HttpResponse } from "../../../providers/http.ts";
import { toListRequest } from "../../../providers/listRequest.ts";
import type { ListParams } from "../../../providers/rest.ts";
import { readPages } from "../../bulk/oneByOne.ts";
import type { Column } from "../columns.ts";

const quoteMark = 0x22;
const lineFeed = 0x0a;

/** Counts CSV lines across chunks: line breaks between quotes are part of a value. */
export function buildLineCounter(): (part: Uint8Array) => number {
  let lines = 0;
  let isQuoted = false;
  return (part) => {
    for (const byte of part) {
      if (byte === quoteMark) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines++;
    }
    return lines;
  };
}

export interface ExportOptions {
  readonly descriptor: ResourceDescriptor;
  /** Order and all filters of the list. */
  readonly params: Pick<ListParams, "sort" | "filter">;
  readonly columns: readonly Column[];
  readonly headings: readonly string[];
  /** Time zone of the written times. */
  readonly zone: string;
  readonly hasMark: boolean;
}

export interface ExportProgress {
  readonly rows: number;
  /** Undefined without a total. */
  readonly total: number | undefined;
}

export interface ExportParts {
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  readonly provider: Pick<PanelDataProvider, "getList">;
  readonly isOffered: (extension: Extension) => boolean;
}

export interface ExportRun {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** Page size where the panel reads page by page. */
const pageSize = 100;
/** Bytes per Blob, so that the browser can move them out of memory. */
const partSize = 4_000_000;

/**
 * All rows of a list as a CSV file: streamed where the platform can, otherwise (and where a list does not come from the
 * platform's collection) read page by page. Rejects when aborted or when any part fails: half a file would look
 * complete.
 */
export function exportList(parts: ExportParts, options: ExportOptions, run: ExportRun): Promise<Blob> {
  const { list } = options.descriptor;
  const isStreamed = parts.isOffered("csv_export") && list.legacyTable === undefined;
  return isStreamed ? exportStreamed(parts, options, run) : exportPaged(parts, options, run);
}

async function exportStreamed({ send }: ExportParts, options: ExportOptions, run: ExportRun): Promise<Blob> {
  const { signal, onProgress } = run;
  const { descriptor, params, columns, headings, zone, hasMark } = options;
  const list = toListRequest(descriptor, { ...params, meta: { expand: [] } });
  const query = {
    ...list.query,
    format: "csv",
    columns: columns.map(sourceOf).join(","),
    headings: JSON.stringify(headings),
    time_zone: zone,
    bom: hasMark ? 1 : undefined,
  };
  const { body, headers } = await send({ path: list.path, query, stream: true, signal });
  if (!(body instanceof ReadableStream)) throw new TypeError("the platform sent no file");
  const total = Number(headers.get("X-Total-Count"));
  const file = buildFile();
  const count = buildLineCounter();
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    file.add(part.value);
    onProgress({ rows: Math.max(count(part.value) - 1, 0), total });
  }
  signal.throwIfAborted();
  return file.end();
}

async function exportPaged({ provider }: ExportParts, options: ExportOptions, run: ExportRun): Promise<Blob> {
  const { signal, onProgress } = run;
  const { descriptor, params, columns, headings, zone, hasMark } = options;
  const columnsBySource = new Map(exportColumns(descriptor).map((column) => [column.source, column]));
  const cells = columns
    .map((column) => columnsBySource.get(sourceOf(column)))
    .filter((cell): cell is ExportColumn => cell !== undefined);
  const cellTexts: ExportCellContext = {
    record: descriptor.recordRepresentation,
    wireZone: zone,
    zone,
    titleOf: (resource) => summaries[resource]?.recordRepresentation,
  };
  const encoder = new TextEncoder();
  const file = buildFile();
  file.add(encoder.encode((hasMark ? byteOrderMark : "") + toCsvLine(headings)));
  const meta = { expand: exportExpand(descriptor) };
  let rows = 0;
  await readPages(async (page) => {
    const pagination = { page, perPage: pageSize };
    const { data, total = 0 } = await provider.getList(descriptor.name, { ...params, pagination, meta, signal });
    file.add(
      encoder.encode(data.map((record) => toCsvLine(cells.map((cell) => toCell(record, cell, cellTexts)))).join("")),
    );
    rows += data.length;
    onProgress({ rows, total });
    return data.length > 0 && rows < total;
  }, signal);
  return file.end();
}

function sourceOf({ isTitle, source }: Column): string {
  return isTitle ? titleSource : source;
}

/** A growing file: the browser may keep Blobs outside of memory. */
function buildFile() {
  let joined = new Blob([], { type: "text/csv;charset=utf-8" });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const join = () => {
    joined = new Blob([joined, ...parts], { type: joined.type });
    parts = [];
    size = 0;
  };
  return {
    add: (part: Uint8Array<ArrayBuffer>) => {
      parts.push(part);
      size += part.length;
      if (size >= partSize) join();
    },
    end: () => {
      join();
      return joined;
    },
  };
}
