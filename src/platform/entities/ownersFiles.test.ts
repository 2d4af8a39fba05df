import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, embedded } from "../../../tests/support/api.ts";
import { type Demonstration, startDemonstration } from "../../../tests/support/demonstration.ts";

let platform: Demonstration;
let api: Api;
/** Of a reseller, and not of number 4. */
let shopkeeper: Api;

beforeAll(async () => {
  platform = await startDemonstration();
  api = await platform.as("administrator");
  shopkeeper = await platform.as("shopkeeper");
});
afterAll(() => platform.close());

const upload = (path: string, raw: string, as: Api = api) =>
  as.request("POST", path, undefined, { raw, headers: { "content-type": "text/csv" } });
const download = (path: string, as: Api = api) =>
  as.request("GET", path, undefined, { headers: { accept: "text/csv" } });

describe("emergency mappings as a file", () => {
  const path = "/api/emergencymappings/";

  it("belong to the named reseller, which is required", async () => {
    const lines = "Leeds,112,E5,0113\nLeeds,911x,,\nLeeds,112,E6,\nYork,999,,01904\n";
    expect((await upload(path, lines)).status).toBe(422);
    expect((await download(path)).status).toBe(400);
    expect((await upload(`${path}?reseller_id=4`, lines)).status).toBe(201);
    const stored = embedded(
      await api.list("emergencymappings", { reseller_id: 4, order_by: "id", order_by_direction: "desc", rows: 2 }),
      "emergencymappings",
    );
    expect(stored.map(({ code, prefix, suffix }) => [code, prefix, suffix]).sort()).toEqual([
      ["112", "E5", "0113"],
      ["999", null, "01904"],
    ]);
    const file = await download(`${path}?reseller_id=4`);
    expect(file.headers["content-disposition"]).toBe('attachment; filename="emergency_mapping_list.csv"');
    expect(file.text.split("\r\n")).toEqual(expect.arrayContaining(["Leeds,112,E5,0113", "York,999,,01904"]));
  });

  it("belong to the caller's reseller, and replace its entries on request", async () => {
    const others = (await download(`${path}?reseller_id=4`)).text;
    const answer = await upload(`${path}?reseller_id=4&purge_existing=true`, "Depot,112,,\n", shopkeeper);
    expect(answer.status).toBe(201);
    expect((await download(path, shopkeeper)).text.trim()).toBe("Depot,112,,");
    expect((await download(`${path}?reseller_id=4`)).text).toBe(others);
  });
});

describe("phonebooks as files", () => {
  it.each([
    ["resellerphonebookentries", "reseller_id", 4, ""],
    ["customerphonebookentries", "customer_id", 3, ""],
    ["subscriberphonebookentries", "subscriber_id", 5, ",true"],
  ])("take and give the lines of %s, of one owner only", async (resource, parameter, owner, shared) => {
    const path = `/api/${resource}/?${parameter}=${owner}`;
    const others = (await download(`/api/${resource}/?${parameter}=2`)).text;
    const lines = `Zoë Quay,+44 20 1234${shared}\nTwin,+44 20 1234${shared}\nNo number,${shared}\n`;
    expect((await upload(`${path}&purge_existing=true`, lines)).status).toBe(201);
    const [header, ...rows] = (await download(path)).text.trim().split("\r\n");
    expect(header).toBe(`name,number${shared && ",shared"}`);
    expect(rows).toEqual([expect.stringMatching(/^Zoë Quay,'?\+44201234/)]);
    expect((await download(`/api/${resource}/?${parameter}=2`)).text).toBe(others);
  });

  it("are served at the older panel's address, to those who may see them", async () => {
    const file = await api.request("GET", "/customer/3/phonebook_download_csv");
    expect([file.status, file.headers["content-type"]]).toEqual([200, expect.stringContaining("text/csv")]);
    expect(file.text).toContain("Zoë Quay");
    expect((await api.request("GET", "/reseller/4/phonebook_download_csv")).text).toContain("Zoë Quay");
    expect((await (await platform.as("caredesk")).request("GET", "/customer/3/phonebook_download_csv")).status).toBe(
      403,
    );
    expect((await api.request("GET", "/customer/999999/phonebook_download_csv")).status).toBe(404);
  });
});

describe("call list suppressions as a file", () => {
  it("are imported and exported, with unique patterns per domain and direction", async () => {
    const lines =
      "a.example,outgoing,^1$,filter,One\na.example,outgoing,^1$,obfuscate,Two\na.example,sideways,^2$,filter,X\n";
    expect((await upload("/api/calllistsuppressions/?purge_existing=true", lines)).status).toBe(201);
    expect((await download("/api/calllistsuppressions/")).text.trim()).toBe("a.example,outgoing,^1$,filter,One");
  });
});
