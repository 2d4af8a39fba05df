import { validationFailed } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import type { PlatformContext } from "../context.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { parseId, type Query } from "../http/query.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { visibleTo } from "../query/visible.ts";
import { selectRows } from "../work/store.ts";
import type { PreferenceKind } from "./preferenceKind.ts";
import { ownersPlan } from "./preferenceOwner.ts";

/** A record below an owner that has values of its own. */
export interface PreferencePlace {
  readonly id: number;
  /** Query parameter that named it. */
  readonly parameter: string;
  /** The owner's kind as the place's values are stored: apart from the owner's. */
  readonly kind: PreferenceKind;
}

/** Where the values that a request is about are kept: undefined for the owner itself, 422 for what is not below it. */
export async function placeOf(
  context: PlatformContext,
  reading: Reading,
  kind: PreferenceKind,
  owner: Row,
  query: Query,
): Promise<PreferencePlace | undefined> {
  const { preferencesBy } = ownersPlan(context, kind).descriptor;
  const text = preferencesBy && query.get(preferencesBy.parameter);
  if (!preferencesBy || text === undefined || text === "") return undefined;
  const { resource, by, parameter } = preferencesBy;
  const plan = planOf(context.plans, resource);
  const id = parseId(text);
  const conditions = id === undefined ? undefined : [byId([id]), ...visibleTo(plan, reading.actor)];
  const [row] = conditions ? await selectRows(reading.db, plan, conditions) : [];
  if (!row || row[by] !== owner.id) throw validationFailed([fieldError(`/${parameter}`, "reference", { resource })]);
  return { id: row.id, parameter, kind: { ...kind, kind: resource } };
}
