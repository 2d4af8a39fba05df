import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { itemsOf, platformUntilEnd, type Reply } from "../../../testing/platform.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const jpeg = Buffer.from("ffd8ffe000104a46494600", "hex");
const hostileSvg = Buffer.from('<?xml version="1.0"?><!-- a --><svg xmlns="x"><script>alert(1)</script></svg>');

const platform = await platformUntilEnd();
const [master, two, three] = await Promise.all([
  platform.as("master"),
  platform.as("resellerTwo"),
  platform.as("resellerThree"),
]);

type Part = string | { readonly bytes: Uint8Array; readonly type?: string; readonly name?: string };

/** A multipart body, and its content type with the boundary. */
async function inParts(parts: Readonly<Record<string, Part>>): Promise<[Buffer, Record<string, string>]> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === "string") form.append(name, part);
    else form.append(name, new File([new Uint8Array(part.bytes)], part.name ?? "logo.png", { type: part.type }));
  }
  const request = new Request("http://localhost", { method: "POST", body: form });
  return [Buffer.from(await request.arrayBuffer()), { "content-type": request.headers.get("content-type") ?? "" }];
}

const collection = "/api/resellerbrandings/";

async function post(parts: Readonly<Record<string, Part>>, client = master): Promise<Reply> {
  return client.send("POST", collection, ...(await inParts(parts)));
}

async function put(id: number, parts: Readonly<Record<string, Part>>, client = master): Promise<Reply> {
  return client.send("PUT", `${collection}${id}`, ...(await inParts(parts)));
}

const jsonOf = (resellerId: number, rest: object = {}) => JSON.stringify({ reseller_id: resellerId, ...rest });
const picture = (bytes: Uint8Array, type = "image/png") => ({ bytes, type });
const logoOf = (id: number, client = master) => client.send("GET", `/api/resellerbrandinglogos/${id}`);
const countFiles = async () =>
  (await sql<{ count: number }>`select count(*)::integer as count from recordfiles`.execute(platform.database.kysely))
    .rows[0]?.count;

/** Each test has the reseller's branding to itself. */
async function withBranding(run: (id: number) => Promise<void>): Promise<void> {
  const made = await post({ json: jsonOf(2, { css: "a{}" }), logo: picture(png) });
  expect(made.status, made.text).toBe(201);
  const id = Number(String(made.headers.location).split("/").at(-1));
  try {
    await run(id);
  } finally {
    await clear();
  }
}

async function clear(): Promise<void> {
  await sql`delete from resellerbrandings`.execute(platform.database.kysely);
  await sql`delete from recordfiles`.execute(platform.database.kysely);
}

describe("a record in parts", () => {
  it("is stored with its file, which is served at its own URL only", () =>
    withBranding(async (id) => {
      const record = await master.send("GET", `${collection}${id}`);
      expect(record.body).toMatchObject({ id, reseller_id: 2, css: "a{}", logo_image_type: "image/png" });
      expect(record.body).not.toHaveProperty("logo");
      const logo = await logoOf(id);
      expect(logo.headers["content-type"]).toBe("image/png");
      expect(logo.headers["cache-control"]).toBe("no-store");
      expect(logo.bytes.equals(png)).toBe(true);
      expect(logo.headers["content-disposition"]).toBe(`attachment; filename="logo.png"; filename*=UTF-8''logo.png`);
    }));

  it("replaces the file, and removes it with an empty part", () =>
    withBranding(async (id) => {
      const before = await master.send("GET", `${collection}${id}`);
      expect((await put(id, { json: jsonOf(2), logo: picture(jpeg, "image/jpeg") })).status).toBe(204);
      const after = await master.send("GET", `${collection}${id}`);
      expect(after.body).toMatchObject({ logo_image_type: "image/jpeg", css: null });
      expect(after.headers.etag).not.toBe(before.headers.etag);
      expect((await logoOf(id)).bytes.equals(jpeg)).toBe(true);
      expect((await put(id, { json: jsonOf(2), logo: picture(Buffer.alloc(0), "text/plain") })).status).toBe(204);
      expect(await logoOf(id)).toMatchObject({ status: 404, body: { key: "errors.no_image" } });
      expect(await countFiles()).toBe(0);
    }));

  it("keeps an omitted file: in JSON, and in a patch of other fields", () =>
    withBranding(async (id) => {
      expect((await master.send("PUT", `${collection}${id}`, { reseller_id: 2, css: "b{}" })).status).toBe(204);
      const patch = [{ op: "replace", path: "/css", value: "c{}" }];
      expect((await master.send("PATCH", `${collection}${id}`, patch)).status).toBe(204);
      expect((await logoOf(id)).bytes.equals(png)).toBe(true);
    }));

  it("sets and removes a file by a patch", () =>
    withBranding(async (id) => {
      const replace = (value: string | null) =>
        master.send("PATCH", `${collection}${id}`, [{ op: "replace", path: "/logo", value }]);
      expect((await replace(`data:image/jpeg;base64,${jpeg.toString("base64")}`)).status).toBe(204);
      expect((await logoOf(id)).headers["content-type"]).toBe("image/jpeg");
      expect((await replace(null)).status).toBe(204);
      expect((await logoOf(id)).status).toBe(404);
    }));

  it("journals that the file changed, but not its contents", () =>
    withBranding(async (id) => {
      await put(id, { json: jsonOf(2, { css: "a{}" }), logo: picture(jpeg) });
      const journal = itemsOf(await master.send("GET", `${collection}${id}/journal/`), "journal");
      const entry = journal.find(({ operation }) => operation === "update");
      expect(entry?.changes).toEqual({ logo: { before: "***", after: "***" } });
    }));

  it.each([
    ["without the record", { logo: picture(png) }, "errors.missing_json_part"],
    ["with a text where the file belongs", { json: jsonOf(3), logo: "logo.png" }, "errors.missing_upload"],
    ["with a record that is no JSON", { json: "{", logo: picture(png) }, "errors.malformed_json"],
    ["with a list for a record", { json: "[]", logo: picture(png) }, "errors.bad_request"],
  ] as const)("is refused %s", async (_, parts, key) => {
    expect(await post(parts)).toMatchObject({ status: 400, body: { key } });
  });

  it("keeps a file without a part for it", () =>
    withBranding(async (id) => {
      await put(id, { json: jsonOf(2), logo: picture(jpeg) });
      expect((await put(id, { json: jsonOf(2, { css: "a{}" }) })).status).toBe(204);
      expect((await logoOf(id)).headers["content-type"]).toBe("image/jpeg");
    }));

  it("is refused when its last boundary is missing", async () => {
    const [body, headers] = await inParts({ json: jsonOf(3), logo: picture(png) });
    const reply = await master.send("POST", collection, body.subarray(0, body.length - 20), headers);
    expect(reply).toMatchObject({ status: 400, body: { key: "errors.malformed_multipart" } });
    const other = await master.send("POST", collection, body, { "content-type": "multipart/form-data" });
    expect(other).toMatchObject({ status: 400, body: { key: "errors.malformed_multipart" } });
  });

  it("is refused for resources without files", async () => {
    expect((await master.send("POST", "/api/domains/", ...(await inParts({ json: "{}" })))).status).toBe(415);
  });
});

describe("a file", () => {
  const page = Buffer.from("<html><script>alert(1)</script></html>");
  const hidden = Buffer.from("<html><svg></svg></html>");

  it.each([
    ["a page that calls itself a picture", picture(page), "rules.file.type"],
    ["a page with a picture in it", picture(hidden, "image/svg+xml"), "rules.file.type"],
    ["of an unknown kind", picture(Buffer.from("GIF89a"), "image/gif"), "rules.file.type"],
    ["that is too large", picture(Buffer.concat([png, Buffer.alloc(524_288)])), "rules.file.size"],
  ])("is refused at its field: %s; and nothing is stored", async (_, logo, key) => {
    const reply = await post({ json: jsonOf(3), logo });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer: "/logo", key }] } });
    expect(itemsOf(await three.send("GET", collection), "resellerbrandings")).toEqual([]);
    expect(await countFiles()).toBe(0);
  });

  it("is discarded with a refused record, and kept with an unchanged one", () =>
    withBranding(async (id) => {
      const wrong = jsonOf(2, { csc_color_primary: "reddish" });
      expect((await put(id, { json: wrong, logo: picture(jpeg) })).status).toBe(422);
      expect((await post({ json: jsonOf(2), logo: picture(jpeg) })).status).toBe(422);
      expect((await logoOf(id)).bytes.equals(png)).toBe(true);
      expect(await countFiles()).toBe(1);
    }));

  it("is typed by its content, whatever its name", () =>
    withBranding(async (id) => {
      await put(id, { json: jsonOf(2), logo: { bytes: jpeg, type: "text/html; charset=utf-8", name: "a.html" } });
      expect((await logoOf(id)).headers["content-type"]).toBe("image/jpeg");
    }));

  it("with scripts in it is served inert", () =>
    withBranding(async (id) => {
      expect((await put(id, { json: jsonOf(2), logo: picture(hostileSvg, "image/svg+xml") })).status).toBe(204);
      const { headers } = await logoOf(id);
      expect(headers["content-type"]).toBe("image/svg+xml");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox$/);
      expect(headers["content-disposition"]).toMatch(/^attachment/);
    }));

  it("has a name that is safe in the response header", () =>
    withBranding(async (id) => {
      await put(id, { json: jsonOf(2), logo: { bytes: png, type: "image/png", name: 'a";b=ü.png' } });
      expect((await logoOf(id)).headers["content-disposition"]).toBe(
        `attachment; filename="a_;b=_.png"; filename*=UTF-8''a%22%3Bb%3D%C3%BC.png`,
      );
    }));
});

describe("the logo of a reseller", () => {
  it("is found by reseller; a reseller's administrators see their own only", () =>
    withBranding(async (id) => {
      const logos = "/api/resellerbrandinglogos/";
      expect((await master.send("GET", logos)).status).toBe(422);
      expect((await master.send("GET", `${logos}?reseller_id=2`)).bytes.equals(png)).toBe(true);
      expect((await master.send("GET", `${logos}?reseller_id=3`)).status).toBe(404);
      expect((await two.send("GET", `${logos}?reseller_id=3`)).bytes.equals(png)).toBe(true);
      expect((await three.send("GET", logos)).status).toBe(404);
      expect((await logoOf(id, three)).status).toBe(404);
      expect((await platform.anonymous.send("GET", `${logos}${id}`)).status).toBe(401);
      expect((await master.send("GET", `${logos}x`)).status).toBe(400);
    }));

  it("is set by the reseller's own administrators, for themselves whatever they name, and never by read-only ones", async () => {
    const reader = await platform.as("reader");
    expect((await post({ json: jsonOf(3), logo: picture(png) }, reader)).status).toBe(403);
    const made = await post({ json: jsonOf(2, { csc_color_primary: "#123456" }), logo: picture(png) }, three);
    expect(made.status, made.text).toBe(201);
    expect(itemsOf(await three.send("GET", collection), "resellerbrandings")[0]).toMatchObject({ reseller_id: 3 });
    expect(itemsOf(await two.send("GET", collection), "resellerbrandings")).toEqual([]);
    await clear();
  });
});

// Last: the reseller's administrators are deleted with it.
it("a file of a reseller that ends goes with its record", () =>
  withBranding(async () => {
    const end = [{ op: "replace", path: "/status", value: "terminated" }];
    expect((await master.send("PATCH", "/api/resellers/2", end)).status).toBe(204);
    expect(await countFiles()).toBe(0);
  }));
