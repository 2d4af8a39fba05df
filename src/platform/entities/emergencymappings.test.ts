import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, embedded, errorsOf } from "../../../tests/support/api.ts";
import { type Demonstration, startDemonstration } from "../../../tests/support/demonstration.ts";

let platform: Demonstration;
let api: Api;

beforeAll(async () => {
  platform = await startDemonstration();
  api = await platform.as("administrator");
});
afterAll(() => platform.close());

let serial = 0;
const makeContainer = () => api.create("emergencymappingcontainers", { reseller_id: 2, name: `Place ${++serial}` });

describe("an emergency mapping container", () => {
  it("has a unique name within its reseller", async () => {
    const container = { reseller_id: 2, name: "Cardiff" };
    await api.create("emergencymappingcontainers", container);
    const twin = await api.request("POST", "/api/emergencymappingcontainers/", container);
    expect(errorsOf(twin)).toEqual([422, "/name rules.unique"]);
    await api.create("emergencymappingcontainers", { ...container, reseller_id: 3 });
  });

  it("stays while it has mappings", async () => {
    const emergency_container_id = await makeContainer();
    const mapping = await api.create("emergencymappings", { emergency_container_id, code: "112" });
    const path = `/api/emergencymappingcontainers/${emergency_container_id}`;
    const answer = await api.request("DELETE", path);
    expect([answer.status, answer.body?.key]).toEqual([423, "errors.in_use"]);
    expect((await api.request("DELETE", `/api/emergencymappings/${mapping}`)).status).toBe(204);
    expect((await api.request("DELETE", path)).status).toBe(204);
  });

  it("is chosen by name in preferences of its reseller only, and cleared there when deleted", async () => {
    const [domain] = embedded(await api.list("domains", { reseller_id: 2 }), "domains");
    const id = await api.create("emergencymappingcontainers", { reseller_id: 2, name: "Swansea" });
    await api.create("emergencymappingcontainers", { reseller_id: 3, name: "Potsdam" });
    const choose = (value: string) =>
      api.patch("domainpreferences", Number(domain?.id), [{ op: "add", path: "/emergency_mapping_container", value }]);
    expect(errorsOf(await choose("Potsdam"))).toEqual([
      422,
      "/emergency_mapping_container rules.business.preferenceNameUnknown",
    ]);
    expect((await choose("Swansea")).status).toBe(204);
    const chosen = async () =>
      (await api.read("domainpreferences", Number(domain?.id))).body?.emergency_mapping_container;
    expect(await chosen()).toBe("Swansea");
    await api.patch("emergencymappingcontainers", id, [{ op: "replace", path: "/name", value: "Newport" }]);
    expect(await chosen()).toBe("Newport");
    await api.request("DELETE", `/api/emergencymappingcontainers/${id}`);
    expect(await chosen()).toBeUndefined();
  });
});

describe("an emergency mapping", () => {
  it("has a unique code within its container", async () => {
    const mapping = { emergency_container_id: await makeContainer(), code: "999" };
    await api.create("emergencymappings", mapping);
    const twin = await api.request("POST", "/api/emergencymappings/", { ...mapping, prefix: "E9" });
    expect(errorsOf(twin)).toEqual([422, "/code rules.unique"]);
    await api.create("emergencymappings", { ...mapping, emergency_container_id: await makeContainer() });
  });
});
