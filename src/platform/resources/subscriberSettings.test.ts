import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, embedded, errorsOf, withoutLinks } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";

/** A subscriber without a cloud PBX; a new one for each test. */
let line: WireRecord;
let id: number;

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const all = embedded(await api.list("subscribers", { rows: 10_000 }), "subscribers");
const lines = all.filter(({ is_pbx_pilot, pbx_extension }) => is_pbx_pilot === null && pbx_extension === null);
beforeEach(() => {
  line = lines.pop() ?? {};
  id = Number(line.id);
});

const put = (resource: string, record: WireRecord) => api.request("PUT", `/api/${resource}/${id}`, record);
const read = async (resource: string) => withoutLinks((await api.read(resource, id)).body);
const ids = (answer: Answer, resource: string) => embedded(answer, resource).map((one) => one.id);
it("lists the subscribers with speed dials, and those without", async () => {
  await put("speeddials", { speeddials: [{ slot: "*1", destination: "43123" }] });
  const [some, none] = await Promise.all(
    ["1", "0"].map((nonempty) => api.list("speeddials", { nonempty, rows: 10_000 })),
  );
  expect(some && ids(some, "speeddials")).toContain(id);
  expect(none && ids(none, "speeddials")).not.toContain(id);
  const all = Number((await api.list("speeddials", { rows: 1 })).body?.total_count);
  expect(Number(some?.body?.total_count) + Number(none?.body?.total_count)).toBe(all);
});

describe("the auto attendant", () => {
  const slots = [{ slot: "1", destination: "11" }];

  it("requires a cloud PBX", async () => {
    expect(errorsOf(await put("autoattendants", { slots }))).toEqual(["/slots rules.business.cloudPbxNeeded"]);
    expect((await put("autoattendants", { slots: [] })).status).toBe(204);
  });

  it("names its owner, and accepts a key from its subscribers", async () => {
    const [pilot] = embedded(await api.list("subscribers", { is_pbx_pilot: "true", rows: 1 }), "subscribers");
    id = Number(pilot?.id);
    const answer = await put("autoattendants", { slots });
    expect(answer.status, answer.text).toBe(204);
    await expect(read("autoattendants")).resolves.toEqual({ id, subscriber_id: id, slots });
  });
});

it("what mails are matched by is read as a pattern only where it is one", async () => {
  const line = { from_email: "(?R)", received_from: "", destination: "" };
  const refused = await put("mailtofaxsettings", { acl: [{ ...line, use_regex: true }] });
  expect(errorsOf(refused)).toEqual(["/acl/0/from_email rules.pattern.unsupported"]);
  expect((await put("mailtofaxsettings", { acl: [{ ...line, use_regex: false }] })).status).toBe(204);
});

describe("a secret key of mail-to-fax", () => {
  it("has the time of its own last change", async () => {
    const set = (path: string, value: string | boolean) =>
      api.patch("mailtofaxsettings", id, [{ op: "replace", path, value }]);
    expect((await set("/active", true)).status).toBe(204);
    expect((await read("mailtofaxsettings")).last_secret_key_modify).toBeNull();
    await set("/secret_key", "first");
    const first = (await read("mailtofaxsettings")).last_secret_key_modify;
    expect(first).toMatch(/^\d{4}-/);
    await set("/active", false);
    expect((await read("mailtofaxsettings")).last_secret_key_modify).toBe(first);
  });

  it("is filtered by renewal interval, even when nothing is stored yet", async () => {
    const renewed = async (secret_key_renew: string) =>
      ids(await api.list("mailtofaxsettings", { secret_key_renew, rows: 10_000 }), "mailtofaxsettings");
    await expect(renewed("never")).resolves.toContain(id);
    await api.patch("mailtofaxsettings", id, [{ op: "replace", path: "/secret_key_renew", value: "weekly" }]);
    await expect(renewed("never")).resolves.not.toContain(id);
    await expect(renewed("weekly")).resolves.toContain(id);
  });
});

it("callthrough connects callers as the subscriber itself unless another one is named", async () => {
  const other = { auth_key: "4400", source_uuid: "somebody-else" };
  await put("ccmapentries", { mappings: [{ auth_key: "4312" }, other] });
  await expect(read("ccmapentries")).resolves.toMatchObject({
    mappings: [{ auth_key: "4312", source_uuid: line.uuid }, other],
  });
});
