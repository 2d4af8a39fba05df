import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { messageKeysOf } from "../../codegen/emit/descriptors.ts";
import { decide, type Wishes } from "./decide.ts";
import { type ResourceTexts, toSchema, toTexts, toTranslate } from "./draft.ts";
import { printJson } from "./printJson.ts";
import { modelWith, readProject } from "./project.ts";
import { makeSamples } from "./samples.ts";
import { toLabel, toPlural, toSingular, toTypeName } from "./words.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const project = readProject(root);

/** What codegen makes of the project with this resource in it; throws with what is wrong. */
function madeOf(name: string, wishes: Wishes) {
  const draft = decide(name, wishes, project);
  return { draft, resource: modelWith(project, name, toSchema(draft)) };
}

function keysOf(texts: ResourceTexts, prefix: string): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [`${prefix}.${key}`] : keysOf(value, `${prefix}.${key}`),
  );
}

it.each<readonly [string, Wishes]>([
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
])("%s with %j is what codegen takes, and has all its texts", (name, wishes) => {
  const { draft, resource } = madeOf(name, wishes);
  const own = keysOf(toTexts(draft, messageKeysOf(resource)), `resources.${name}`);
  expect(own.sort()).toEqual(messageKeysOf(resource).sort());
});

it("keeps rows below a reseller's record to that reseller", () => {
  const { resource } = madeOf("conferencerooms", { parent: "customers" });
  expect(resource.x.scope).toBe("reseller_id");
  expect(resource.fields.find(({ name }) => name === "reseller_id")).toMatchObject({
    derive: "customer_id.reseller_id",
  });
  expect(resource.x).toMatchObject({
    parent: { resource: "customers", by: "customer_id" },
    access: { reseller: "all" },
  });
});

it.each<readonly [Wishes, RegExp]>([
  [{ parent: "customer" }, /no schema describes "customer"\n.*"customers"/],
  [{ route: "/domain" }, /belongs to domains\n.*--route/],
  [{ route: "domain" }, /begin with \//],
  [{ menu: "set" }, /no group "set"\n.*settings, tools/],
  [{ title: "7" }, /begin with a letter/],
])("refuses %j with what would be right", (wishes, message) => {
  expect(() => decide("conferencerooms", wishes, project)).toThrow(message);
});

it("makes up records that refer to what is there, and none where it can not", async () => {
  const draft = decide("conferencerooms", { fields: "customer_id:customers! name:string! mode:enum(a,b)!" }, project);
  const samples = await makeSamples(draft, project.model);
  expect(samples).toHaveLength(3);
  for (const { customer_id, name, mode } of samples ?? []) {
    expect([customer_id, name, mode]).toEqual([expect.anything(), expect.any(String), expect.stringMatching(/^[ab]$/)]);
  }
  const structure = { name: "place", required: true, schema: { type: "object", properties: {} } } as const;
  expect(await makeSamples({ ...draft, fields: [structure] }, project.model)).toBeUndefined();
});

it("marks every text that is to be translated", () => {
  expect(toTranslate({ name: "Room |||| Rooms", fields: { id: "ID" } })).toEqual({
    name: "TODO: Room |||| Rooms",
    fields: { id: "TODO: ID" },
  });
});

it("prints JSON as the schemas are written", () => {
  const long = { enum: Array.from({ length: 30 }, (_, index) => `choice ${index}`), empty: {}, list: [] };
  expect(
    printJson({ short: { a: [1, 2] }, long })
      .split("\n")
      .slice(0, 4),
  ).toEqual(["{", '  "short": { "a": [1, 2] },', '  "long": {', '    "enum": [']);
  expect(JSON.parse(printJson(long))).toEqual(long);
});

it("makes words of names", () => {
  expect(["id", "reseller_id", "sip_domain", "max_participants"].map(toLabel)).toEqual([
    "ID",
    "Reseller",
    "SIP domain",
    "Max participants",
  ]);
  expect(["levels", "policies", "addresses"].map(toSingular)).toEqual(["level", "policy", "address"]);
  expect(["NCOS level", "Policy", "Box"].map(toPlural)).toEqual(["NCOS levels", "Policies", "Boxes"]);
  expect(toTypeName("NCOS level")).toBe("NcosLevel");
});
