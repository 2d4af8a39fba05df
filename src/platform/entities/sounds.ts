import { sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { parseFileValue } from "../../core/fileValue.ts";
import type { EntityHooks, WriteEvent } from "../entityHooks.ts";
import { checkReseller, isChanged, refuse } from "./checks.ts";
import { soundGroups } from "./soundHandles.ts";

/** What sounds are for is part of the platform: these lists are the same for everybody. */
const groupRecords: readonly WireRecord[] = soundGroups.map(([name], index) => ({ id: index + 1, name }));
const handleRecords: readonly WireRecord[] = soundGroups
  .flatMap(([group, handles]) => handles.map((handle) => ({ handle, group })))
  .map((record, index) => ({ id: index + 1, ...record }));
const handles = new Set(handleRecords.map(({ handle }) => handle));

export const soundgroups: EntityHooks = { rows: async () => groupRecords };
export const soundhandles: EntityHooks = { rows: async () => handleRecords };

export const soundfiles: EntityHooks = {
  async beforeWrite(event) {
    const { values } = event;
    if (isChanged(event, "handle") && !handles.has(values.handle as Json)) {
      refuse([businessError("/handle", "soundHandleUnknown")]);
    }
    if (typeof values.soundfile === "string") {
      // A sound is known to be there by its name.
      const file = parseFileValue(values.soundfile);
      if (!file) values.filename = null;
      else if (!values.filename || !isChanged(event, "filename")) values.filename = file.name ?? `${values.handle}.wav`;
    }
  },

  async present(_, __, records) {
    // Platforms keep sounds as they are sent to phones, and name them as they came.
    for (const record of records) {
      if (typeof record.filename === "string") record.filename = record.filename.replace(/\.pcma$/, ".wav");
    }
  },
};

export const soundsets: EntityHooks = {
  async prepare({ body }) {
    return body.customer_id === undefined && body.contract_id !== undefined
      ? { ...body, customer_id: body.contract_id }
      : body;
  },

  async beforeWrite(event) {
    refuse([...(await checkReseller(event)), ...(await checkParents(event))]);
  },

  async afterWrite({ work, row }) {
    // One set of a customer is its default.
    if (!row.contract_default || row.customer_id === null) return;
    const { rows } = await sql<{ id: number }>`select id from soundsets
      where customer_id = ${row.customer_id} and contract_default and id <> ${row.id}`.execute(work.db);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await work.change("soundsets", ids, { contract_default: false });
  },

  async present({ db }, rows, records) {
    const ids = [...new Set(rows.map(({ parent_id }) => parent_id).filter((id) => id !== null))];
    const names = new Map<unknown, string>();
    if (ids.length > 0) {
      const found = await sql<{ id: number; name: string }>`
        select id, name from soundsets where id in (${sql.join(ids)})`.execute(db);
      for (const { id, name } of found.rows) names.set(id, name);
    }
    records.forEach((record, index) => {
      record.contract_id = record.customer_id ?? null;
      record.parent_name = names.get(rows[index]?.parent_id) ?? null;
    });
  },
};

/** A set must not be among its own parents, however far up. */
async function checkParents(event: WriteEvent): Promise<FieldError[]> {
  const { work, values, previous } = event;
  if (!previous || !isChanged(event, "parent_id") || values.parent_id === null) return [];
  const { rows } = await sql`
    with recursive above(id, parent_id) as (
      select id, parent_id from soundsets where id = ${values.parent_id}
      union select soundsets.id, soundsets.parent_id from soundsets join above on soundsets.id = above.parent_id
    ) select 1 from above where id = ${previous.id} limit 1`.execute(work.db);
  return rows.length > 0 ? [businessError("/parent_id", "parentLoop")] : [];
}
