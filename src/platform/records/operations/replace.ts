import { asRecord } from "../../http/jsonText.ts";
import type { Row } from "../../resourceHooks.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { type UpdateRequest, updateRecord } from "./update.ts";

/** Full replacement: omitted fields are cleared or get their default. */
export function replaceRecord(unit: UnitOfWork, request: UpdateRequest, body: unknown): Promise<Row> {
  const record = asRecord(body);
  return updateRecord(unit, request, async () => ({ body: record, sentFields: new Set(Object.keys(record)) }));
}
