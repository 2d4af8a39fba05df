import type { Row } from "../entityHooks.ts";
import type { OpenWork } from "../work/openWork.ts";
import { type UpdateRequest, updateRecord } from "./update.ts";
import { asRecord } from "./writeInput.ts";

/** Full replacement: what the body leaves out is emptied or gets its default. */
export function replaceRecord(work: OpenWork, request: UpdateRequest, body: unknown): Promise<Row> {
  const record = asRecord(body);
  return updateRecord(work, request, async () => ({ body: record, touched: new Set(Object.keys(record)) }));
}
