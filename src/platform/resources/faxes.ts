import { inflateSync } from "node:zlib";
import { parseFileValue, removedFile } from "../../core/validation/fileValue.ts";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { memoize } from "../../core/values/memoize.ts";
import { zonesOfSubscribers } from "../features/calls/subscriberZones.ts";
import { layText, writeTextPdf } from "../features/faxes/textPdf.ts";
import { digestOf, loadFile, type StoredFile, storeRecordFile } from "../records/files/fileStore.ts";
import { violationAt } from "../records/hookHelpers.ts";
import type { ResourceHooks, WriteEvent, WrittenEvent } from "../resourceHooks.ts";

type Event = WriteEvent<"faxes">;

/** Pages of a text, which take a second. */
const MAX_PAGES = 100;
/** The sender of a subscriber without a number, as on older platforms. */
const NAMELESS = "webfax";

const faxText = ({ input }: Pick<Event, "input">) => (typeof input.data === "string" ? input.data : "");
const pagesOf = memoize((event: Event) => layText(faxText(event)));

export const faxes: ResourceHooks<"faxes"> = {
  checks: {
    faxInactive: violationAt("/subscriber_id", async ({ mode, context, values }) => {
      if (mode === "update") return false;
      const settings = await context.load("faxserversettings", values.subscriber_id ?? -1);
      return !settings?.active;
    }),
    documentTooLong: {
      beforeWrite: (event) =>
        pagesOf(event).length > MAX_PAGES ? [{ pointer: "/data", params: { limit: MAX_PAGES } }] : [],
    },
  },

  /** An empty part of a form is no file. */
  beforeValidate: async ({ body: { faxfile, ...body } }) => (faxfile === removedFile ? body : { faxfile, ...body }),

  /** This platform has no fax server: it never claims that a fax was transmitted. */
  async beforeWrite({ mode, context, input, values }) {
    // Only the fax that it sent again may disappear.
    if (mode === "update") return;
    const own = { subscriber_id: values.subscriber_id ?? -1, is_primary: true };
    const [primary] = await context.findBy("numbers", own);
    Object.assign(values, {
      caller: primary?.number ?? NAMELESS,
      callee: input.destination ?? "",
      status: "failed",
      reason: "no_fax_server",
    });
  },

  async afterWrite(event) {
    const { mode, context, row } = event;
    if (mode === "update") return;
    const { file, isNew } = await documentOf(event);
    const target = { resource_name: "faxes", resource_id: row.id, field: "faxfile" };
    if (isNew) await storeRecordFile(context.db, target, file);
    const content = Buffer.from(file.content);
    await context.db
      .updateTable("faxes")
      .set({ faxfile: digestOf(content), filename: file.file_name, pages: countPages(content) })
      .where("id", "=", row.id)
      .execute();
  },

  ownerZones: zonesOfSubscribers,
};

/** Returns the document to send: the uploaded file, which is stored already, the text, or that of an earlier fax. */
async function documentOf(
  event: WrittenEvent<"faxes">,
): Promise<{ readonly file: StoredFile; readonly isNew: boolean }> {
  const { context, input, row } = event;
  const uploaded = typeof input.faxfile === "string" ? parseFileValue(input.faxfile) : undefined;
  const pdf = { media_type: "application/pdf", file_name: `fax-${row.id}.pdf` };
  if (uploaded) {
    const content = Buffer.from(uploaded.base64, "base64");
    return { file: { ...pdf, file_name: uploaded.name ?? pdf.file_name, content }, isNew: false };
  }
  if (row.resends_id !== null) {
    const file = await loadFile(context.db, { name: "faxes" }, row.resends_id, "faxfile");
    if (!file) throw new Error(`fax ${row.resends_id} has no document`);
    return { file, isNew: true };
  }
  const header = typeof input.pageheader === "string" ? input.pageheader : "";
  const content = await writeTextPdf({ pages: pagesOf(event), header, created: context.now, signal: context.signal });
  return { file: { ...pdf, content }, isNew: true };
}

/** Limit of the unpacked size of all compressed objects of a file, in bytes. */
const MAX_UNPACKED_BYTES = 16 * MEGABYTE;

const page = /\/Type\s{0,8}\/Page(?![A-Za-z])/g;

/** Counts the pages of a PDF, compressed ones included; null if it does not say. */
export function countPages(pdf: Buffer): number | null {
  let count = pagesIn(pdf);
  let remainingBytes = MAX_UNPACKED_BYTES;
  for (
    let position = pdf.indexOf("/ObjStm");
    position >= 0 && remainingBytes > 0;
    position = pdf.indexOf("/ObjStm", position)
  ) {
    const stream = pdf.indexOf("stream", position);
    if (stream < 0) break;
    position = stream + "stream".length;
    const unpacked = unpack(pdf.subarray(position + (pdf[position] === 0x0d ? 2 : 1)), remainingBytes);
    remainingBytes -= unpacked.length;
    count += pagesIn(unpacked);
  }
  return count === 0 ? null : count;
}

function pagesIn(bytes: Buffer): number {
  return bytes.toString("latin1").match(page)?.length ?? 0;
}

/** Ignores what follows the compressed bytes; returns nothing for encrypted, damaged or too large objects. */
function unpack(bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength });
  } catch {
    // Such a file is stored all the same: only the number of its pages is unknown.
    return Buffer.alloc(0);
  }
}
