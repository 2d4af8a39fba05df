import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { writeTone } from "../../core/tone.ts";
import type { Row, Work } from "../entityHooks.ts";
import { soundGroups } from "./soundHandles.ts";

interface DefaultSound {
  readonly handle: string;
  readonly filename: string;
  readonly digest: string;
  readonly content: string;
}

/**
 * Default sounds for sets. The embedded platform plays no calls and has no recordings: each handle has a tone of its
 * own pitch, the same in every language.
 */
const defaultSounds: readonly DefaultSound[] = soundGroups
  .flatMap(([, handles]) => handles)
  .map((handle, index) => {
    const bytes = writeTone({ hertz: 220 + 20 * index, milliseconds: 300 });
    return {
      handle,
      filename: `${handle}.wav`,
      digest: `sha256-${createHash("sha256").update(bytes).digest("base64url")}`,
      content: Buffer.from(bytes).toString("base64"),
    };
  });

/** Loads the default sounds into a set, for missing or for all handles, as requested. */
export async function loadDefaultSounds({ db }: Work, set: Row, input: WireRecord): Promise<void> {
  const sounds = JSON.stringify(defaultSounds);
  const given = sql`jsonb_to_recordset(${sounds}::jsonb)
    as given(handle text, filename text, digest text, content text)`;
  const isReplaced = input.replace_existing === true;
  const loopplay = input.loopplay === true;
  const replaced = await sql<Row>`update soundfiles set filename = given.filename, soundfile = given.digest,
      loopplay = ${loopplay}, use_parent = false, row_version = row_version + 1
    from ${given} where soundfiles.set_id = ${set.id} and soundfiles.handle = given.handle
      and (${isReplaced} or soundfiles.filename is null)
    returning soundfiles.id`.execute(db);
  const added = await sql<Row>`insert into soundfiles
      (reseller_id, set_id, handle, filename, soundfile, loopplay, use_parent)
    select ${set.reseller_id}::integer, ${set.id}::integer, handle, filename, digest, ${loopplay}::boolean, false
    from ${given} where not exists (
      select 1 from soundfiles where soundfiles.set_id = ${set.id} and soundfiles.handle = given.handle)
    returning id`.execute(db);
  const ids = [...replaced.rows, ...added.rows].map(({ id }) => id);
  await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
    select 'soundfiles', soundfiles.id, 'soundfile', 'audio/x-wav', given.filename, decode(given.content, 'base64')
    from ${given} join soundfiles using (handle) where soundfiles.id = any(${ids}::integer[])
    on conflict (resource_name, resource_id, field) do update set
      media_type = excluded.media_type, file_name = excluded.file_name, content = excluded.content`.execute(db);
}
