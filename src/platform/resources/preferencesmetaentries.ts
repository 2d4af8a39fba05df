import { sql } from "kysely";
import { preferenceKinds } from "../../core/telephony/preferenceKind.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import {
  bareName,
  customName,
  deleteCustomValues,
  removeCustomChoices,
  renameCustomValues,
  visibleToReseller,
} from "../preferences/customPreferences.ts";
import { isColumnChanged, nextValue, toJsonArray, violationAt } from "../records/hookHelpers.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import { matchesWildcard } from "../records/query/like.ts";
import type { Actor, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

type CustomPreferenceRow = Row<"preferencesmetaentries">;
type EntryEvent = WriteEvent<"preferencesmetaentries">;

const namePattern = /^[a-z0-9_]+$/;

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

export const preferencesmetaentries: ResourceHooks<"preferencesmetaentries"> = {
  checks: {
    preferenceCharacters: {
      beforeWrite: (event) => [
        ...(namePattern.test(bareName(nextValue(event, "attribute") ?? ""))
          ? []
          : [{ pointer: "/attribute" as const }]),
        ...toJsonArray(nextValue(event, "enum")).flatMap(({ value }, index) =>
          namePattern.test(value) ? [] : [{ pointer: `/enum/${index}/value` as const }],
        ),
      ],
    },
    preferenceScopes: {
      beforeWrite: (event) =>
        isSet(nextValue(event, "autoprov_device_id")) && isSet(nextValue(event, "reseller_id"))
          ? [{ pointer: "/autoprov_device_id" }, { pointer: "/reseller_id" }]
          : [],
    },
    preferenceOwners: violationAt(
      "/dev_pref",
      (event) => !preferenceKinds.some(({ own }) => own && nextValue(event, own.flag) === true),
    ),
  },

  /** Without the prefix, which would count towards the name's length. */
  beforeValidate: async ({ body }) =>
    typeof body.attribute === "string" ? { ...body, attribute: bareName(body.attribute) } : body,

  async beforeWrite(event) {
    const { values, previous, context } = event;
    if (previous) assertTheirs(previous, context.actor);
    if (context.actor.resellerId !== null) {
      values.reseller_id = isSet(nextValue(event, "autoprov_device_id")) ? null : context.actor.resellerId;
    }
    if (typeof values.attribute === "string") values.attribute = customName(values.attribute);
    if (Array.isArray(values.enum)) values.enum = numberedChoices(event);
  },

  async afterWrite(event) {
    const { context, previous, row } = event;
    if (!previous) return;
    if (isColumnChanged(event, "data_type") || isColumnChanged(event, "max_occur"))
      await deleteCustomValues(context, previous.attribute);
    if (row.attribute !== previous.attribute) await renameCustomValues(context, previous.attribute, row.attribute);
    const remaining = new Set(toJsonArray(row.enum).map(({ value }) => value));
    const gone = toJsonArray(previous.enum).flatMap(({ value }) => (remaining.has(value) ? [] : [value]));
    await removeCustomChoices(context, row.attribute, gone);
  },

  async beforeRemove({ context, row }) {
    assertTheirs(row, context.actor);
    await deleteCustomValues(context, row.attribute);
  },

  visibleTo: ({ resellerId }) => (resellerId === null ? undefined : visibleToReseller(resellerId)),

  filters: {
    attribute: {
      where: (text) => matchesWildcard(column("attribute"), text.startsWith("*") ? text : customName(text)),
    },
    // A preference for all resellers is one of this reseller, too.
    reseller_id: {
      reads: "reseller_id",
      where: (text) => sql<boolean>`(${column("reseller_id")}::text = ${text.trim()} or ${forAll})`,
    },
    model_id: {
      reads: "autoprov_device_id",
      where: (text) => sql<boolean>`(${column("autoprov_device_id")}::text = ${text.trim()} or ${forAll})`,
    },
  },
};

const forAll = sql`(${column("reseller_id")} is null and ${column("autoprov_device_id")} is null)`;

const isSet = (id: number | null | undefined) => id !== null && id !== undefined;

/** Resellers see what is for everybody, but do not change it. */
function assertTheirs({ reseller_id, autoprov_device_id }: CustomPreferenceRow, { resellerId }: Actor): void {
  if (resellerId !== null && reseller_id === null && autoprov_device_id === null) throw new PlatformError("forbidden");
}

/** The choices with their ids: one that was there keeps its id. */
function numberedChoices({ values, previous }: EntryEvent) {
  const before = toJsonArray(previous?.enum);
  const idsByValue = new Map(before.map(({ id, value }) => [value, id ?? 0]));
  let last = Math.max(0, ...idsByValue.values());
  return toJsonArray(values.enum).map(({ label, value, default_val }) => {
    const id = idsByValue.get(value) ?? ++last;
    return { id, label, value, default_val: default_val ?? false };
  });
}
