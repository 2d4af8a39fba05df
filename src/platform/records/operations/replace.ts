import { asRecord } from "../../http/jsonText.ts";
import type { Row } from "../../resourceHooks.ts";
import type { OpenWork } from "../unitOfWork/unitOfWork.ts";
import { type UpdateRequest, updateRecord } from "./update.ts";

/** Full replacement: omitted fields are cleared or get their default. */
export function replaceRecord(work: OpenWork, request: UpdateRequest, body: unknown): Promise<Row> {
  const record = asRecord(body);
  return updateRecord(work, request, async () => ({ body: record, touched: new Set(Object.keys(record)) }));
}
