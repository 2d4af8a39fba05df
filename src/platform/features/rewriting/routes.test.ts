import { expect, it } from "vitest";
import { embedded, errorsOf } from "../../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../../tests/support/demonstration.ts";

const subscriber = 2;
const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const { body: record } = await api.read("subscribers", subscriber);
const { body: domain } = await api.read("domains", Number(record?.domain_id));
const set = await api.create("rewriterulesets", { reseller_id: Number(domain?.reseller_id), name: "tried" });
await api.request("PUT", `/api/subscriberpreferences/${subscriber}`, { rewrite_rule_set: "tried" });

const apply = (numbers: string | string[], direction = "callee_in", more: object = {}) =>
  api.request("POST", "/api/applyrewrites/", { subscriber_id: subscriber, numbers, direction, ...more });
const rule = (match_pattern: string, replace_pattern: string, more: object = {}) =>
  api.create("rewriterules", {
    set_id: set,
    match_pattern,
    replace_pattern,
    description: "tried",
    field: "callee",
    direction: "in",
    ...more,
  });

it("rewrites by the first rule that matches, in the order of priority, and by no other after it", async () => {
  await rule("^(\\d+)$", "late\\1", { priority: 90 });
  await rule("^00([1-9]\\d+)$", "\\1", { priority: 10 });
  await rule("^0([1-9]\\d+)$", `\${caller_cc}\\1`, { priority: 20 });
  await rule("^0", "off", { priority: 1, enabled: false });
  await rule("^0", "other way", { direction: "out" });
  const { primary_number } = (await api.read("subscribers", subscriber)).body ?? {};
  const { cc } = primary_number as { cc: string };
  const answer = await apply(["0043123", "01234", "999", "x"]);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toEqual({ result: ["43123", `${cc}1234`, "late999", "x"] });
  expect((await apply("0043123")).body?.result).toBe("43123");
  expect((await apply(["0043123"])).body?.result).toBe("43123");
  expect((await apply("0043123", "callee_out")).body?.result).toBe("other way043123");
  expect((await apply("0043123", "caller_in")).body?.result).toBe("0043123");
});

it("goes by the set of the domain where the subscriber has none", async () => {
  await api.request("PUT", `/api/subscriberpreferences/${subscriber}`, {});
  const { body } = await api.read("subscribers", subscriber);
  await api.request("PATCH", `/api/domainpreferences/${body?.domain_id}`, [
    { op: "add", path: "/rewrite_rule_set", value: "tried" },
  ]);
  expect((await apply("0043123")).body?.result).toBe("43123");
});

it("refuses unknown subscribers, also those of another reseller, and what else is wrong", async () => {
  expect((await apply("1", "callee_in", { subscriber_id: 999_999 })).status).toBe(404);
  const shopkeeper = await platform.as("shopkeeper");
  const newest = await api.list("subscribers", { rows: 1, order_by: "id", order_by_direction: "desc" });
  const asked = (subscriber_id: unknown) =>
    shopkeeper.request("POST", "/api/applyrewrites/", { subscriber_id, numbers: "1", direction: "caller_in" });
  expect((await asked(subscriber)).status).toBe(200);
  const strange = embedded(newest, "subscribers")[0]?.id;
  expect((await shopkeeper.read("subscribers", Number(strange))).status).toBe(404);
  expect((await asked(strange)).status).toBe(404);
  expect((await (await platform.as("caredesk")).request("POST", "/api/applyrewrites/", {})).status).toBe(403);
  expect(errorsOf(await apply([], "sideways"))).toEqual(["/numbers rules.required", "/direction rules.enum"]);
});
