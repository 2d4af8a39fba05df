import { describe, expect, it } from "vitest";
import { embedded, errorsOf, idFromLocation } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("albion-voice");

const first = { match_pattern: "^00(\\d+)$", replace_pattern: "\\1", description: "International" };
const second = { match_pattern: "^0(\\d+)$", replace_pattern: "44\\1", description: "National" };
const complete = { direction: "in", field: "caller", priority: 50, enabled: true };

const read = async (id: number) => (await api.read("rewriterulesets", id)).body as WireRecord;
const rulesOf = async (id: number) => embedded(await api.list("rewriterules", { set_id: id }), "rewriterules");

describe("rules sent with their set", () => {
  it("are created and shown with it, and can be changed one by one", async () => {
    const id = await api.create("rewriterulesets", {
      name: "inline",
      rewriterules: [first, { ...second, priority: 60 }],
    });
    const set = await read(id);
    expect(set.rewriterules).toEqual([
      { ...first, ...complete },
      { ...second, ...complete, priority: 60 },
    ]);
    expect(await rulesOf(id)).toHaveLength(2);
    const { _links, ...same } = set;
    expect((await api.request("PUT", `/api/rewriterulesets/${id}`, { ...same, description: "kept" })).status).toBe(204);
    expect(await rulesOf(id)).toHaveLength(2);
    const fewer = await api.patch("rewriterulesets", id, [{ op: "replace", path: "/rewriterules", value: [second] }]);
    expect(fewer.body?.errors).toMatchObject([{ pointer: "/rewriterules", key: "rules.business.fixed" }]);
  });

  it("have the meaning of Perl, or are refused with the part that has not", async () => {
    const rewriterules = [
      { ...first, match_pattern: "^00\\K43" },
      { ...second, replace_pattern: "\\U\\1" },
    ];
    const answer = await api.request("POST", "/api/rewriterulesets/", { name: "perl", rewriterules });
    expect(errorsOf(answer)).toEqual([
      "/rewriterules/0/match_pattern rules.pattern.unsupported",
      "/rewriterules/1/replace_pattern rules.pattern.unsupported",
    ]);
    expect(answer.text).toContain("\\\\K is not supported in patterns");
  });

  it("are copied once with their set", async () => {
    const id = await api.create("rewriterulesets", { name: "original", rewriterules: [first, second] });
    const answer = await api.request("POST", `/api/rewriterulesets/${id}/clone`, { name: "copy" });
    expect(answer.status, answer.text).toBe(201);
    expect(await rulesOf(idFromLocation(answer))).toHaveLength(2);
  });
});
