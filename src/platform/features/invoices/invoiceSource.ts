import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { InvoiceCall, InvoiceDocument } from "../../../core/telephony/invoices/invoiceDocument.ts";
import type { Db } from "../../db/tables.ts";

const pack = promisify(deflate);
const unpack = promisify(inflate);

interface StoredInvoiceSource {
  readonly document: InvoiceDocument;
  /** The template at that time. */
  readonly svg: string;
}

/** A batch of calls, compressed to about a tenth. */
export type PackedCalls = Buffer;

export async function packCalls(calls: readonly InvoiceCall[]): Promise<PackedCalls> {
  return pack(JSON.stringify(calls));
}

/** Reads batches one after the other, as often as needed. */
export async function* unpackCalls(
  batches: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<InvoiceCall[]> {
  for await (const batch of batches) yield JSON.parse((await unpack(batch)).toString("utf8"));
}

export async function keepSource(
  db: Db,
  invoiceId: number,
  source: StoredInvoiceSource,
  calls: readonly PackedCalls[],
): Promise<void> {
  const contents = [await pack(JSON.stringify(source)), ...calls];
  for (const [part, content] of contents.entries()) {
    await db.insertInto("invoicesources").values({ invoice_id: invoiceId, part, content }).execute();
  }
}

/** Undefined for invoices of an older platform. */
export async function loadSource(db: Db, invoiceId: number): Promise<StoredInvoiceSource | undefined> {
  const content = await loadPart(db, invoiceId, 0);
  return content && JSON.parse((await unpack(content)).toString("utf8"));
}

/** The calls of an invoice; one batch is held at a time. */
export async function* loadCalls(db: Db, invoiceId: number): AsyncGenerator<InvoiceCall[]> {
  for (let part = 1; ; part++) {
    const content = await loadPart(db, invoiceId, part);
    if (!content) return;
    yield* unpackCalls([content]);
  }
}

async function loadPart(db: Db, invoiceId: number, part: number): Promise<Uint8Array | undefined> {
  const parts = db.selectFrom("invoicesources").select("content").where("invoice_id", "=", invoiceId);
  return (await parts.where("part", "=", part).executeTakeFirst())?.content;
}
