import { isDeepStrictEqual } from "node:util";
import { evaluate } from "../../../src/core/conditions.ts";
import type { ConditionValue } from "../../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../../src/core/fieldAtPointer.ts";
import { filterPath } from "../../../src/core/filterPath.ts";
import { formatExamples } from "../../../src/generated/formatExamples.gen.ts";
import { storage, tables } from "../../../src/generated/tables.gen.ts";
import { isBound } from "../../../tests/support/rights.ts";
import { moduleOf } from "../verify/book.ts";
import type { Mutant } from "./mutant.ts";

/** The longest text of a format, by its definition: RFC 5321, RFC 4291, and the names of zones. */
const longestTexts: Readonly<Record<string, number>> = { email: 254, ip: 45, "timezone-name": 64 };

/** Why no input tells the fault from the untouched platform; undefined: none is known. */
export function equivalence(mutant: Mutant): string | undefined {
  return (
    impliedPart(mutant) ??
    fixedLater(mutant) ??
    ownReseller(mutant) ??
    withoutFlag(mutant) ??
    withoutRoom(mutant) ??
    inDatabase(mutant)
  );
}

/** A format that takes more around its texts, in a field that is as long as those. */
function withoutRoom({ id, resource, pointer }: Mutant): string | undefined {
  const { format = "", maxLength } = fieldAtPointer(moduleOf(resource).descriptor.fields, pointer) ?? {};
  if (maxLength === undefined || !/-(?:begins|ends)$/.test(id)) return undefined;
  const isFull = formatExamples[format]?.valid.every((text) => text.length >= maxLength);
  return isFull ? `the field has no room for more than a ${format}` : undefined;
}

/** A field that is shown in new records alone, and that no change may touch. */
function fixedLater({ id, resource, pointer }: Mutant): string | undefined {
  const field = fieldAtPointer(moduleOf(resource).descriptor.fields, pointer);
  const { $mode, ...rest } = (field?.when ?? {}) as Readonly<Record<string, ConditionValue>>;
  if (!field?.immutable || $mode !== "create") return undefined;
  const isLost =
    id.endsWith(":when-$mode-left-out") || (id.endsWith(":when-dropped") && Object.keys(rest).length === 0);
  return isLost ? "the field is fixed after creation, shown or not" : undefined;
}

/** Whatever a reseller's administrator writes to the field that says whose a record is, the platform writes its own. */
function ownReseller({ resource, fault: { widened } }: Mutant): string | undefined {
  const isWritten = widened?.right === "create" || widened?.right === "update";
  if (!isWritten || widened.field === undefined || widened.field !== moduleOf(resource).descriptor.scope)
    return undefined;
  return isBound(widened.role) ? "roles of a reseller always write their own reseller" : undefined;
}

/** A right that also needs a flag which the role's administrators never have. */
function withoutFlag({ resource, fault: { widened } }: Mutant): string | undefined {
  const flag = widened && moduleOf(resource).descriptor.requires?.[widened.right];
  const when = flag && moduleOf("admins").descriptor.fields.find(({ name }) => name === flag)?.when;
  if (!when || evaluate(when, { role: widened.role }, { mode: "create", related: () => undefined })) return undefined;
  return `the role never has ${flag}`;
}

/** A part of a condition that another part has as its own, or that the field has before it can be required. */
function impliedPart({ id, resource, pointer }: Mutant): string | undefined {
  const [, name, path = ""] = /:(when|requiredWhen)-(.+)-left-out$/.exec(id) ?? [];
  const { fields } = moduleOf(resource).descriptor;
  const field = fieldAtPointer(fields, pointer);
  const condition = name === "when" ? field?.when : field?.requiredWhen;
  if (!condition) return undefined;
  const { [path]: wanted, ...rest } = condition as Readonly<Record<string, ConditionValue>>;
  if (wanted === undefined) return undefined;
  const shown = (field?.when ?? {}) as Readonly<Record<string, ConditionValue>>;
  if (name === "requiredWhen" && isDeepStrictEqual(shown[path], wanted)) return "the field is shown under it alone";
  const other = fields.find((one) => {
    const own = (one.when ?? {}) as Readonly<Record<string, ConditionValue>>;
    return isValue(rest[one.name]) && isDeepStrictEqual(own[path], wanted);
  });
  return other && `${other.name} has a value under the same condition alone`;
}

/** Whether a hidden field cannot meet it. */
function isValue(wanted: ConditionValue | undefined): boolean {
  if (Array.isArray(wanted)) return !wanted.includes(null);
  return wanted !== undefined && wanted !== null && typeof wanted !== "object";
}

function inDatabase({ id, resource, pointer, planted }: Mutant): string | undefined {
  const format = fieldAtPointer(moduleOf(resource).descriptor.fields, pointer)?.format;
  const longest = longestTexts[format ?? ""];
  if (longest !== undefined && Number(/^maxLength \d+ -> (\d+)$/.exec(planted)?.[1] ?? 0) >= longest) {
    return `no ${format} is longer than ${longest} characters`;
  }
  const field = moduleOf(resource).descriptor.fields.find(({ name }) => pointer === `/${name}`);
  const table = tables.find(({ name }) => name === storage[resource]?.name);
  if (!field || !table) return undefined;
  const { name, reference, unique } = field;
  if (id.endsWith(":not-unique")) {
    const wanted = [...(unique ?? []), name].sort().join();
    const isKept = table.indexes.some((one) => one.unique && [...one.columns].sort().join() === wanted);
    return isKept ? "the database's unique index refuses it with the same error" : undefined;
  }
  if (!reference) return undefined;
  const target = moduleOf(reference.resource).descriptor;
  if (id.endsWith(":no-reference")) {
    const isKept = table.references?.some(({ column }) => column === name);
    // Only of resources without resellers and an end are all records alike.
    const isPlain = target.scope === undefined && target.remove.by === "delete" && !reference.filter;
    return isKept && isPlain ? "the database's foreign key refuses it with the same error" : undefined;
  }
  const filter = /:any-(\w+)$/.exec(id)?.[1];
  const wanted = filter === undefined ? undefined : reference.filter?.[filter];
  if (wanted === undefined || filterPath(wanted) !== undefined || target.remove.by !== "status") return undefined;
  const { remove } = target;
  const status = target.fields.find((one) => one.name === remove.field);
  const others = (status?.enum ?? []).filter((choice) =>
    filter === `not_${remove.field}` ? choice === wanted : !String(wanted).split(",").includes(String(choice)),
  );
  const isEnd = (filter ?? "").endsWith(remove.field) && others.every((choice) => choice === remove.value);
  return isEnd ? "what it let in has ended, and is refused as such" : undefined;
}
