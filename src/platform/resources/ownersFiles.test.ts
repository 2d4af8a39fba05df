import { describe, expect, it } from "vitest";
import type { Api } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

const upload = (path: string, raw: string, as: Api = api) =>
  as.request("POST", path, undefined, { raw, headers: { "content-type": "text/csv" } });
const download = (path: string, as: Api = api) =>
  as.request("GET", path, undefined, { headers: { accept: "text/csv" } });

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
