import type { CompositePart, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { type FieldError, fieldError, type PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import type { Row } from "../../resourceHooks.ts";
import { planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { inSavepoint } from "../unitOfWork/constraints.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { upsertRecord } from "./create.ts";

interface CompositeRequest {
  readonly plan: ResourcePlan;
  /**
   * A record in which references may be objects, the records to make before it, and which has lists of the records to
   * make after it: `{ "contact_id": { … }, "subscribers": [{ … }] }`.
   */
  readonly body: WireRecord;
  readonly policy: PasswordPolicy;
  /** Throws 403 if the caller may not create records of this resource. */
  readonly assertMayCreate: (descriptor: ResourceDescriptor) => void;
}

/**
 * Creates a record and those that belong to it, each as a request of its own would, in the caller's transaction. Throws
 * 422 with the errors of all records that could be tried; their pointers lead into the body.
 */
export async function createComposite(
  unit: UnitOfWork,
  { plan, body, policy, assertMayCreate }: CompositeRequest,
): Promise<Row> {
  const { composite = [] } = plan.descriptor;
  const parts = composite.map((part) => ({
    part,
    plan: planOf(unit.plans, part.resource),
    sent: sentPart(part, body),
  }));
  const misshapen = parts.flatMap(({ part, sent }) => shapeErrorsOf(part, sent));
  if (misshapen.length > 0) throw validationFailed(misshapen);
  for (const { plan: target, sent } of parts) if (recordsOf(sent).length > 0) assertMayCreate(target.descriptor);

  const errors: FieldError[] = [];
  const attempt = (pointer: string, by: string | undefined, of: ResourcePlan, record: WireRecord) =>
    attemptCreate(
      unit,
      () => upsertRecord(unit, { plan: of, body: record, policy }),
      (error) => errors.push(...errorsAt(error, pointer, by)),
    );

  const record: WireRecord = { ...body };
  for (const { part, plan: target, sent } of parts) {
    if (part.created === "after") delete record[part.name];
    else if (isObject(sent)) record[part.name] = (await attempt(`/${part.name}`, undefined, target, sent))?.id ?? null;
  }
  // Without what it refers to, nothing can be said about the record itself.
  if (errors.length > 0) throw validationFailed(errors);
  const row = await upsertRecord(unit, { plan, body: record, policy });
  for (const { part, plan: target, sent } of parts) {
    if (part.created === "before") continue;
    for (const [index, child] of recordsOf(sent).entries()) {
      unit.signal?.throwIfAborted();
      await attempt(`/${part.name}/${index}`, part.reference, target, { ...child, [part.reference]: row.id });
    }
  }
  if (errors.length > 0) throw validationFailed(errors);
  return row;
}

type SentPart = WireRecord[string] | undefined;

function sentPart({ name }: CompositePart, body: WireRecord): SentPart {
  return body[name];
}

function recordsOf(value: SentPart): readonly WireRecord[] {
  return [value].flat().filter(isObject);
}

/** A list of records after it; whatever else stands for a reference is left to the rules of the record. */
function shapeErrorsOf({ name, created, maxItems }: CompositePart, value: SentPart): FieldError[] {
  if (created === "before" || value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [fieldError(`/${name}`, "type", { type: "array" })];
  if (value.length > maxItems) return [fieldError(`/${name}`, "maxItems", { limit: maxItems })];
  return value.flatMap((item, index) =>
    isObject(item) ? [] : [fieldError(`/${name}/${index}`, "type", { type: "object" })],
  );
}

/** Error codes that concern the whole request, not one of its records. */
const ofCaller: ReadonlySet<string> = new Set(["forbidden", "read_only", "stopped"]);

/**
 * Undefined if refused. Goes on from what was stored before, so that one response has the errors of all records;
 * it stores nothing then.
 */
async function attemptCreate(
  unit: UnitOfWork,
  create: () => Promise<Row>,
  onError: (error: PlatformError) => void,
): Promise<Row | undefined> {
  let row: Row | undefined;
  const error = await inSavepoint(unit, async () => {
    row = await create();
  });
  if (!error) return row;
  if (ofCaller.has(error.code)) throw error;
  onError(error);
  return undefined;
}

/** The errors of a part, by pointers into the body. What is said about its reference to the record is said about it as a whole. */
function errorsAt(
  { code, fieldErrors, params, key }: PlatformError,
  pointer: string,
  by: string | undefined,
): FieldError[] {
  if (code !== "validation_failed" || fieldErrors.length === 0) return [{ pointer, rule: "business", params, key }];
  return fieldErrors.map((error) => ({
    ...error,
    pointer: error.pointer === `/${by}` ? pointer : `${pointer}${error.pointer}`,
  }));
}
