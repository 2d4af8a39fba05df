import type { WireRecord } from "../../core/descriptor.ts";
import type { Row } from "../entityHooks.ts";
import type { OpenWork } from "../work/openWork.ts";
import { applyPatch, type PatchOperation, parsePatch, touchedBy } from "./jsonPatch.ts";
import { presentOne } from "./read.ts";
import { type UpdateRequest, updateRecord, type Wanted } from "./update.ts";

/** Applies a patch to the record and stores the result; unnamed fields keep their value. */
export async function patchRecord(work: OpenWork, request: UpdateRequest, body: unknown): Promise<Row> {
  const { plan } = request;
  const operations = parsePatch(body, plan.descriptor.wire.patchOps);
  return updateRecord(work, request, async (row, record) => {
    const seen = await presentOne(work, plan, row);
    return toWanted(operations, withEveryField(request, seen), record);
  });
}

function toWanted(operations: readonly PatchOperation[], document: WireRecord, record: WireRecord): Wanted {
  const patched = applyPatch(document, operations);
  const touched = touchedBy(operations);
  const body: WireRecord = { ...record };
  for (const name of touched) body[name] = patched[name] ?? null;
  return { body, touched, emptied: new Set([...touched].filter((name) => (body[name] ?? "") === "")) };
}

/** Empty and write-only fields can be replaced as well. */
function withEveryField({ plan }: UpdateRequest, seen: WireRecord): WireRecord {
  const document: WireRecord = {};
  for (const field of plan.descriptor.fields) {
    if (!field.internal) document[field.name] = seen[field.name] ?? null;
  }
  return document;
}
