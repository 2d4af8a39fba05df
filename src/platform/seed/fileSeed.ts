import { sql } from "kysely";
import { defaultTemplate } from "../../core/telephony/invoices/defaultTemplate.ts";
import { writeTone } from "../../core/values/tone.ts";
import type { Tables } from "../../generated/database.gen.ts";
import type { Db } from "../db/tables.ts";
import { layText, writeTextPdf } from "../features/faxes/textPdf.ts";
import { drawModel, type ModelFront } from "../features/provisioning/catalogue/catalogueModels.ts";
import { serverTexts } from "../http/language/serverTexts.ts";
import { writeTalk } from "./recordingSeed.ts";
import { readData, readFile } from "./seedBuilder.ts";

const letter = "Order confirmation\n\nThank you for your order. The goods will be delivered on Thursday.\n";

/** Adds what the rows of the demonstration have files for: sounds, faxes, pictures and templates. */
export async function addFiles(db: Db, now: Date): Promise<void> {
  const tone = (hertz: number, milliseconds: number) => writeTone({ hertz, milliseconds });
  await add(db, "soundfiles.soundfile", "audio/x-wav", sql`filename`, tone(440, 400));
  for (const front of readData<readonly ModelFront[]>("phones")) {
    const where = sql`where model = ${front.model}`;
    await add(db, "pbxdevicemodels.front_image", "image/svg+xml", sql`model || '.svg'`, drawModel(front), where);
  }
  await add(db, "pbxdeviceconfigs.data", "text/xml", sql`'phone.xml'`, Buffer.from(readFile("phone.xml")));
  await addFirmwares(db);
  await add(db, "voicemails.recording", "audio/x-wav", sql`'voicemail-' || id || '.wav'`, tone(523, 600));
  await add(db, "voicemailgreetings.greetingfile", "audio/x-wav", sql`dir || '.wav'`, tone(392, 400));
  await addRecordedSounds(db);
  const document = await writeTextPdf({ pages: layText(letter), header: "", created: now });
  await add(db, "faxes.faxfile", "application/pdf", sql`filename`, document);
  for (const { id, language } of await db.selectFrom("invoicetemplates").select(["id", "language"]).execute()) {
    const drawing = defaultTemplate(await serverTexts(language ?? "en"));
    await add(db, "invoicetemplates.data", "image/svg+xml", sql`'invoice.svg'`, drawing, sql`where id = ${id}`);
  }
}

/** Adds one content for a field of all rows of a table. */
async function add(
  db: Db,
  path: `${keyof Tables}.${string}`,
  mediaType: string,
  name: ReturnType<typeof sql>,
  content: Uint8Array | string,
  where = sql``,
): Promise<void> {
  const [table = "", field = ""] = path.split(".");
  const bytes = Buffer.from(content);
  await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
    select ${table}, id, ${field}, ${mediaType}, ${name}, ${bytes}::bytea from ${sql.table(table)} ${where}`.execute(
    db,
  );
}

/** Streams of the same voices and length sound the same. */
async function addRecordedSounds(db: Db): Promise<void> {
  const streams = db.selectFrom("callrecordingstreams").select("sound").groupBy("sound");
  for (const { sound } of await streams.orderBy(({ fn }) => fn.min("id")).execute()) {
    const [, who = "", seconds] = sound?.split("-") ?? [];
    const name = sql`'callrecordingfiles-' || id || '.wav'`;
    const content = writeTalk(who, Number(seconds));
    await add(db, "callrecordingstreams.sound", "audio/x-wav", name, content, sql`where sound = ${sound}`);
  }
}

/** Its name, and nothing that a phone could run. */
async function addFirmwares(db: Db): Promise<void> {
  await sql`insert into uploads (key, resource_name, resource_id, field, size, received, changed_at)
    select md5('firmware ' || id)::uuid::text, 'pbxdevicefirmwares', id, 'data', octet_length(filename),
      octet_length(filename), '2026-01-05T08:00:00Z'::timestamptz from pbxdevicefirmwares`.execute(db);
  await sql`insert into uploadchunks (upload_id, number, content)
    select uploads.id, 0, convert_to(filename, 'UTF8')
    from uploads join pbxdevicefirmwares on pbxdevicefirmwares.id = resource_id
    where resource_name = 'pbxdevicefirmwares'`.execute(db);
  await sql`update pbxdevicefirmwares set data = 'upload:' || key from uploads
    where resource_name = 'pbxdevicefirmwares' and resource_id = pbxdevicefirmwares.id`.execute(db);
}
