import { type RawBuilder, sql } from "kysely";
import type { Right } from "../../core/descriptor.ts";
import { notFound } from "../../core/errors.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor, Reading, Row, Work } from "../entityHooks.ts";
import { parseId } from "../http/query.ts";
import { planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { type PreferenceKind, valuesResource } from "./preferenceKind.ts";

/** Refuses (403) what the caller may not do with owners of the kind: preferences are part of their owner. */
export function assertOwnersCan(context: PlatformContext, actor: Actor, kind: PreferenceKind, right: Right): void {
  context.assertCan(actor, ownersPlan(context, kind).descriptor, right);
}

/** The owner by the id of an address; who is terminated has no preferences any more, though the record is still shown. */
export async function ownerOf(
  context: PlatformContext,
  reading: Reading,
  kind: PreferenceKind,
  text: string,
): Promise<Row> {
  const id = parseId(text);
  if (id === undefined) throw notFound(valuesResource(kind), text);
  const owner = await context.findVisible(reading, kind.owner.resource, id);
  const { remove } = ownersPlan(context, kind).descriptor;
  if (remove.by === "status" && owner[remove.field] === remove.value) throw notFound(valuesResource(kind), text);
  return owner;
}

/** The same for lists. */
export function notTerminated(context: PlatformContext, kind: PreferenceKind): RawBuilder<boolean>[] {
  const { remove } = ownersPlan(context, kind).descriptor;
  if (remove.by !== "status") return [];
  return [sql<boolean>`${sql.ref(`${rootAlias}.${remove.field}`)} <> ${remove.value}`];
}

/** Two changes of one owner's preferences come one after the other. */
export async function lockOwner({ db }: Work, context: PlatformContext, kind: PreferenceKind, id: number) {
  const { table } = ownersPlan(context, kind);
  await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db);
}

export function ownersPlan({ plans }: PlatformContext, { owner }: PreferenceKind): ResourcePlan {
  return planOf(plans, owner.resource);
}
