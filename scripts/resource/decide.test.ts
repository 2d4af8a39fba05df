import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { messageKeysOf } from "../../codegen/messageKeys.ts";
import { missingKeys } from "../../codegen/missingTexts.ts";
import { humanize, toPlural } from "../../src/core/schema/humanize.ts";
import { createTextMemory, englishTexts } from "./completeTexts.ts";
import { type DraftOptions, draftResource } from "./decide.ts";
import { toSchema } from "./draft.ts";
import { modelWith, readProject } from "./project.ts";
import { makeSamples } from "./samples.ts";
import { toSingular, toTypeName } from "./words.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const project = readProject(root);
const memory = createTextMemory(project);

/** Runs codegen on the project with this resource added; throws schema problems. */
function generate(name: string, options: DraftOptions) {
  const draft = draftResource(name, options, project);
  return { draft, resource: modelWith(project, name, toSchema(draft)) };
}

it.each<readonly [string, DraftOptions]>([
  ["conferencerooms", {}],
  [
    "conferencerooms",
    { title: "Conference room", fields: "reseller_id:resellers! name:string(63)! mode:enum(open,moderated)=open" },
  ],
  [
    "conferencerooms",
    { fields: "a:money b:duration c:percent d:date-time e:host f:text g:number h:boolean i:country j:time" },
  ],
  ["conferencerooms", { fields: "customer_id:customers! name:string!" }],
  ["conferencerooms", { parent: "customers", fields: "name:string!" }],
  ["conferencerooms", { parent: "resellers", fields: "name:string!" }],
  ["conferencerooms", { fields: "above_id:conferencerooms name:string!" }],
])("%s with %j passes codegen and has all texts", (name, options) => {
  const { draft, resource } = generate(name, options);
  const texts = englishTexts(resource, missingKeys(resource, {}), memory, draft.title);
  expect(Object.keys(texts).map((key) => `resources.${name}.${key}`)).toEqual(messageKeysOf(resource));
});

it("scopes children of a reseller's record to that reseller", () => {
  const { resource } = generate("conferencerooms", { parent: "customers" });
  expect(resource.x.scope).toBe("reseller_id");
  expect(resource.fields.find(({ name }) => name === "reseller_id")).toMatchObject({
    derive: "customer_id.reseller_id",
  });
  expect(resource.x).toMatchObject({
    parent: { resource: "customers", reference: "customer_id" },
    access: { reseller: "all" },
  });
});

it.each<readonly [DraftOptions, RegExp]>([
  [{ parent: "customer" }, /no schema describes "customer"\n.*"customers"/],
  [{ route: "/domain" }, /belongs to domains\n.*--route/],
  [{ route: "domain" }, /begin with \//],
  [{ menu: "set" }, /no group "set"\n.*customers, monitoring/],
  [{ title: "7" }, /begin with a letter/],
])("rejects %j with a hint", (options, message) => {
  expect(() => draftResource("conferencerooms", options, project)).toThrow(message);
});

it("generates demo records with valid references, and none for nested objects", async () => {
  const draft = draftResource(
    "conferencerooms",
    { fields: "customer_id:customers! name:string! mode:enum(a,b)!" },
    project,
  );
  const samples = await makeSamples(draft, project.model);
  expect(samples).toHaveLength(3);
  for (const { customer_id, name, mode } of samples ?? []) {
    expect([customer_id, name, mode]).toEqual([expect.anything(), expect.any(String), expect.stringMatching(/^[ab]$/)]);
  }
  const structure = { name: "place", required: true, schema: { type: "object", properties: {} } } as const;
  expect(await makeSamples({ ...draft, fields: [structure] }, project.model)).toBeUndefined();
});

it("makes up numbers within their bounds", async () => {
  const fields = "fee:money! trial:duration! discount:percent(0..8)! late:money(100000..)! seats:integer(5..)!";
  const draft = draftResource("serviceplans", { title: "Service Plan", fields }, project);
  const [first, , last] = (await makeSamples(draft, project.model)) ?? [];
  expect(first).toEqual({ fee: 0, trial: 0, discount: 0, late: 100_000, seats: 5 });
  expect(last).toEqual({ fee: 2, trial: 2, discount: 2, late: 100_002, seats: 7 });
});

it("turns names into words", () => {
  expect(["id", "reseller_id", "sip_domain", "max_participants"].map(humanize)).toEqual([
    "ID",
    "Reseller",
    "SIP domain",
    "Max participants",
  ]);
  expect(["levels", "policies", "addresses"].map(toSingular)).toEqual(["level", "policy", "address"]);
  expect(["NCOS level", "Policy", "Box"].map(toPlural)).toEqual(["NCOS levels", "Policies", "Boxes"]);
  expect(toTypeName("NCOS level")).toBe("NcosLevel");
});
