import { describe, expect, it } from "vitest";
import { embedded, errorsOf, idFromLocation } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const subscribersOf = async (reseller_id: number) =>
  embedded(await api.list("subscribers", { reseller_id, rows: 2 }), "subscribers").map(({ id }) => Number(id));
/** Two subscribers of Albion Voice (reseller 2), and one of Spreeklang (3). */
const [ada = 0, bob = 0] = await subscribersOf(2);
const [carl = 0] = await subscribersOf(3);

let serial = 0;
const newSet = (values: WireRecord = {}) => ({ reseller_id: 2, name: `set ${++serial}`, ...values });
const newRule = (values: WireRecord = {}) => ({
  name: `rule ${++serial}`,
  description: "A rule",
  direction: "peer",
  ...values,
});
const condition = {
  match_type: "header",
  match_part: "full",
  match_name: "From",
  expression: "is",
  value_type: "input",
};
const action = { header: "From", header_part: "full", action_type: "remove", value_part: "full" };

const send = (resource: string, body: WireRecord) => api.request("POST", `/api/${resource}/`, body);
const read = async (resource: string, id: number) => (await api.read(resource, id)).body as WireRecord;
const listOf = async (resource: string, query: Record<string, number>) =>
  embedded(await api.list(resource, query), resource);
async function rewriteSet(reseller: number): Promise<number> {
  const [set] = await listOf("rewriterulesets", { reseller_id: reseller });
  return Number(set?.id);
}

describe("header rule sets", () => {
  it("exist once per subscriber, of the subscriber's reseller", async () => {
    await api.create("headerrulesets", newSet({ subscriber_id: bob }));
    expect(errorsOf(await send("headerrulesets", newSet({ subscriber_id: bob })))).toEqual([
      "/subscriber_id rules.unique",
    ]);
    expect(errorsOf(await send("headerrulesets", newSet({ subscriber_id: carl })))).toEqual([
      "/subscriber_id rules.business.otherReseller",
    ]);
  });

  it("are created and shown with their rules, which can be changed one by one", async () => {
    const rule = newRule({
      conditions: [{ ...condition, values: [{ value: "a" }, { value: "b" }] }],
      actions: [{ ...action, priority: 5 }, action],
    });
    const id = await api.create("headerrulesets", newSet({ rules: [rule, newRule({ priority: 10 })] }));
    const { rules } = (await read("headerrulesets", id)) as { rules: WireRecord[] };
    expect(rules.map(({ priority }) => priority)).toEqual([10, 100]);
    expect(rules[1]).toMatchObject({
      ...rule,
      actions: [
        { ...action, priority: 5, enabled: 1 },
        { ...action, priority: 100, enabled: 1 },
      ],
    });
    const [made] = (await listOf("headerruleconditions", { set_id: id })) as WireRecord[];
    expect(made).toMatchObject({ ...condition, values: ["a", "b"], expression_negation: false });
    const fewer = await api.patch("headerrulesets", id, [{ op: "replace", path: "/rules", value: [] }]);
    expect(errorsOf(fewer)).toEqual(["/rules rules.business.fixed"]);
  });

  it("refuse rules with equal names, and other resellers' rewrite rules", async () => {
    const twin = newRule();
    expect(errorsOf(await send("headerrulesets", newSet({ rules: [twin, twin] })))).toEqual([
      "/rules/1/name rules.unique",
    ]);
    const rule = newRule({ actions: [{ ...action, rwr_set_id: await rewriteSet(3) }] });
    expect(errorsOf(await send("headerrulesets", newSet({ rules: [rule, rule] })))).toEqual([
      "/rules/0/actions/0/rwr_set_id rules.business.otherReseller",
      "/rules/1/actions/0/rwr_set_id rules.business.otherReseller",
    ]);
    const albion = await platform.as("albion-voice");
    const { reseller_id, ...own } = newSet({ rules: [rule] });
    expect(errorsOf(await albion.request("POST", "/api/headerrulesets/", own))).toEqual([
      "/rules/0/actions/0/rwr_set_id rules.reference",
    ]);
  });

  it("are copied with rules, conditions and actions, but not for the same subscriber", async () => {
    const rule = newRule({ conditions: [condition], actions: [action, action] });
    const id = await api.create("headerrulesets", newSet({ subscriber_id: ada, rules: [rule] }));
    const answer = await api.request("POST", `/api/headerrulesets/${id}/clone`, {});
    expect(answer.status, answer.text).toBe(201);
    const copy = idFromLocation(answer);
    expect((await read("headerrulesets", copy)).subscriber_id).toBeNull();
    const [copied] = await listOf("headerrules", { set_id: copy });
    expect(copied).toMatchObject({ name: rule.name, subscriber_id: null });
    expect(await listOf("headerruleconditions", { set_id: copy })).toHaveLength(1);
    expect(await listOf("headerruleactions", { set_id: copy })).toHaveLength(2);
    expect((await api.request("DELETE", `/api/headerrulesets/${copy}`)).status).toBe(204);
    expect(await listOf("headerruleactions", { set_id: copy })).toEqual([]);
    await api.request("DELETE", `/api/headerrulesets/${id}`);
  });
});

it("header rules for a subscriber go into the subscriber's own set, created with the first one", async () => {
  const first = await read("headerrules", await api.create("headerrules", newRule({ subscriber_id: ada })));
  const second = await read("headerrules", await api.create("headerrules", newRule({ subscriber_id: ada })));
  expect(second.set_id).toBe(first.set_id);
  expect(await listOf("headerrules", { subscriber_id: ada })).toHaveLength(2);
  expect((await read("headerrulesets", Number(first.set_id))).subscriber_id).toBe(ada);
  expect(errorsOf(await send("headerrules", newRule()))).toEqual(["/set_id rules.required"]);
  const albion = await platform.as("albion-voice");
  const stranger = await albion.request("POST", "/api/headerrules/", newRule({ subscriber_id: carl }));
  expect(errorsOf(stranger)).toContain("/subscriber_id rules.reference");
});

describe("conditions and actions", () => {
  it("have regular expressions where values are compared as such", async () => {
    const set_id = await api.create("headerrulesets", newSet());
    const values = [{ value: "^sip" }, { value: "\\G43" }];
    const wrong = { ...condition, expression: "regexp", values };
    const rule = newRule({ conditions: [condition, wrong] });
    expect(errorsOf(await send("headerrulesets", newSet({ rules: [rule] })))).toEqual([
      "/rules/0/conditions/1/values/1/value rules.pattern.unsupported",
    ]);
    expect(errorsOf(await send("headerrules", { ...rule, set_id }))).toEqual([
      "/conditions/1/values/1/value rules.pattern.unsupported",
    ]);
    const rule_id = await api.create("headerrules", newRule({ set_id }));
    expect(errorsOf(await send("headerruleconditions", { ...wrong, rule_id }))).toEqual([
      "/values/1 rules.pattern.unsupported",
    ]);
    await api.create("headerruleconditions", { ...wrong, rule_id, expression: "is" });
  });

  it("accept values as texts and as objects", async () => {
    const set_id = await api.create("headerrulesets", newSet());
    const rule_id = await api.create("headerrules", newRule({ set_id }));
    const values = [{ value: "a" }, "b"];
    const id = await api.create("headerruleconditions", { ...condition, rule_id, values });
    expect((await read("headerruleconditions", id)).values).toEqual(["a", "b"]);
  });
});
