import { expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import { pdfText } from "../../../tests/support/pdfText.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { toFileValue } from "../../core/validation/fileValue.ts";
import { layText, writeTextPdf } from "../features/faxes/textPdf.ts";
import { countPages } from "./faxes.ts";

const number = "441134960016";

const send = (record: WireRecord) =>
  api.request(
    "POST",
    "/api/faxes/",
    { subscriber_id, destination: "441134967009", ...record },
    { headers: { prefer: "return=representation" } },
  );
const problems = async (record: WireRecord) => errorsOf(await send(record));
const download = (id: unknown, query = "") => api.request("GET", `/api/faxrecordings/${id}${query}`);

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const [line] = embedded(await api.list("subscribers", { username: number }), "subscribers");
const subscriber_id = Number(line?.id);
await api.replace("faxserversettings", subscriber_id, { active: true });

it("is stored as not sent, with its text as a PDF under a header", async () => {
  const { status, body } = await send({
    data: "Dear Ada,\nall is well.\fBye",
    pageheader: "From Bob",
    quality: "fine",
  });
  const stored = {
    direction: "out",
    status: "failed",
    reason: "no_fax_server",
    caller: number,
    callee: "441134967009",
  };
  expect([status, body]).toMatchObject([201, { ...stored, quality: "fine", pages: 2, duration: null }]);
  expect(body).not.toHaveProperty("data");
  const file = await download(body?.id);
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect(file.headers["content-disposition"]).toContain(`fax-${body?.id}.pdf`);
});

it("is a PDF whose pages are broken between words", async () => {
  const word = "abcdefghi ";
  const text = `${word.repeat(20)}\n${"x".repeat(100)}\nend`;
  const [page = []] = layText(text);
  expect(page.map((line) => line.length)).toEqual([79, 79, 40, 82, 18, 3]);
  expect(layText("\n".repeat(57)).length).toBe(2);
  const pdf = await writeTextPdf({ pages: layText("Größe: 5 €\fДва"), header: "Kopf", created: new Date(0) });
  expect((await pdfText(pdf)).map((one) => one.replace(/\s+/g, " "))).toEqual(["Kopf Größe: 5 €", "Kopf Два"]);
  expect(countPages(pdf)).toBe(2);
  expect(countPages(Buffer.from("%PDF-1.7 /ObjStm stream\n broken"))).toBeNull();
});

it("has an uploaded PDF as its document, which can be sent again", async () => {
  const pdf = await writeTextPdf({ pages: layText("1\f2\f3"), header: "", created: new Date(0) });
  const faxfile = toFileValue({ type: "application/pdf", name: "offer.pdf", base64: pdf.toString("base64") });
  const { body } = await send({ faxfile });
  expect(body).toMatchObject({ pages: 3, filename: "offer.pdf" });
  const again = await send({ resends_id: Number(body?.id), destination: "441134967010" });
  expect(again.body).toMatchObject({ pages: 3, filename: "offer.pdf", callee: "441134967010", resends_id: body?.id });
  // The document is the new fax's own.
  expect((await api.request("DELETE", `/api/faxes/${body?.id}`)).status).toBe(204);
  expect((await download(body?.id)).status).toBe(404);
  expect((await download(again.body?.id)).status).toBe(200);
  expect((await api.read("faxes", Number(again.body?.id))).body).toMatchObject({ resends_id: null });
});

it("is downloaded as PDF only", async () => {
  const { body } = await send({ data: "Hello" });
  expect((await download(body?.id, "?format=pdf")).status).toBe(200);
  for (const format of ["tiff", "ps", "pdf14"]) {
    expect((await download(body?.id, `?format=${format}`)).body).toMatchObject({
      code: 400,
      key: "errors.file_format",
      params: { kinds: ["PDF"] },
    });
  }
});

it("needs an active fax, and one document of at most a hundred pages", async () => {
  expect(await problems({})).toEqual(["/faxfile rules.required"]);
  expect(await problems({ data: "page\f".repeat(100) })).toEqual(["/data rules.business.documentTooLong"]);
  const text = toFileValue({ type: "application/pdf", base64: btoa("no PDF") });
  expect(await problems({ faxfile: text })).toEqual(["/faxfile rules.file.type"]);
  await api.replace("faxserversettings", subscriber_id, { active: false });
  expect(await problems({ data: "Hello" })).toEqual(["/subscriber_id rules.business.faxInactive"]);
  await api.replace("faxserversettings", subscriber_id, { active: true });
});

it("is sent by older clients as a form, with or without a file", async () => {
  const form = (parts: Readonly<Record<string, string>>) => {
    const head = (name: string) => `--fax\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
    const raw = Object.entries(parts).map(([name, value]) => `${head(name)}${value}\r\n`);
    const headers = { "content-type": "multipart/form-data; boundary=fax" };
    return api.request("POST", "/api/faxes/", undefined, { raw: `${raw.join("")}--fax--\r\n`, headers });
  };
  const json = JSON.stringify({ subscriber_id, destination: "441134967009", data: "Hello" });
  expect((await form({ json })).status).toBe(201);
  expect((await form({ json, faxfile: "" })).status).toBe(201);
});
