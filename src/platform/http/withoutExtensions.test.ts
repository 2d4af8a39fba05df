import { describe, expect, it } from "vitest";
import { platformUntilEnd } from "../../testing/platform.ts";

const platform = await platformUntilEnd({ hasExtensions: false });
const master = await platform.as("master");

describe("a platform without extensions", () => {
  it("ignores filters and orders that the older API does not declare, and obeys the others", async () => {
    const all = (await master.send("GET", "/api/resellers/")).body.total_count;
    const count = async (query: string) => (await master.send("GET", `/api/resellers/?${query}`)).body.total_count;
    expect(await count("search=nobody&status_not=active")).toBe(all);
    expect(await count("name=nobody")).toBe(0);
    expect((await master.send("GET", "/api/resellers/?order_by=nothing&rows=1")).status).toBe(200);
  });

  it.each(["/api/jobs/", "/api/dashboard/counts", "/api/domains/1/clone", "/api/numberblocks/", "/api/domains/1/a/b"])(
    "has no %s",
    async (path) => {
      expect((await master.send("GET", path)).status).toBe(404);
    },
  );

  it("has no method that the older API has not", async () => {
    expect((await master.send("POST", "/api/invoicetemplates/", {})).status).toBe(404);
    expect((await master.send("GET", "/api/invoicetemplates/")).status).toBe(200);
  });

  it("says what it has, in platforminfo and by its links", async () => {
    expect((await master.send("GET", "/api/platforminfo")).body.extensions).not.toContain("filters");
    const { headers } = await master.send("OPTIONS", "/api/");
    expect(headers.link).toContain('</api/resellers/>; rel="collection ');
    expect(headers.link).not.toContain("</api/numberblocks/>");
  });

  it("gives records no version, and refusals their text alone", async () => {
    const { headers, body } = await master.send("GET", "/api/resellers/2");
    expect(body).toMatchObject({ id: 2 });
    expect(headers).not.toHaveProperty("etag");
    const refused = await master.send("POST", "/api/resellers/", {});
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body)).toEqual(["code", "message"]);
  });
});
