import { expect, it } from "vitest";
import { overviewResources } from "../../../core/api/overviewResponse.ts";
import { resources } from "../../../generated/all.gen.ts";
import { openApiDocument } from "./openApi.ts";

const document = openApiDocument();
const methodsOf = (path: string) =>
  Object.keys(document.paths[path] ?? {}).filter((key) => ["get", "post", "put", "patch", "delete"].includes(key));

it.each(Object.values(resources).map(({ descriptor }) => descriptor))(
  "has what can be done with $name, and nothing else",
  ({ name, operations, parent }) => {
    const has = (operation: string, ...methods: string[]) => (operations.includes(operation as never) ? methods : []);
    expect(methodsOf(`/${name}/`)).toEqual([...has("list", "get"), ...has("create", "post")]);
    const nested = parent?.nested ? `/{${parent.reference}}` : "";
    if (nested) expect(methodsOf(`/${name}${nested}`)).toEqual(has("list", "get"));
    expect(methodsOf(`/${name}${nested}/{id}`)).toEqual([
      ...has("read", "get"),
      ...has("update", "put", "patch"),
      ...has("delete", "delete"),
    ]);
  },
);

it("refers to nothing that it has not", () => {
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !(name in document.components.schemas))).toEqual([]);
});

it("says what ids are: numbers, or texts where records are worked out", () => {
  const idOf = (name: string) => document.paths[`/${name}/{id}`]?.parameters?.[0]?.schema;
  expect([idOf("domains"), idOf("bannedips")]).toEqual([{ type: "integer" }, { type: "string" }]);
});

it("has the types of amounts, bounds of lists' entries and descriptions as the schemas have them", () => {
  const { BillingProfile, SubscriberProfile } = document.components.schemas;
  expect(BillingProfile?.properties?.fraud_daily_limit).toMatchObject({ type: ["integer", "null"], minimum: 0 });
  expect(SubscriberProfile?.properties?.attributes).toMatchObject({ items: { type: "string", maxLength: 128 } });
  const { description } = document.tags.find(({ name }) => name === "domains") ?? {};
  expect(description).toBeTruthy();
});

it("has the overview of the records that have one", () => {
  const described = Object.keys(document.paths).filter((path) => path.endsWith("/overview"));
  expect(described.sort()).toEqual(overviewResources.map((name) => `/${name}/{id}/overview`).sort());
});

it("has the operations that patches of a resource may have", () => {
  const patchOf = (name: string) => {
    const { requestBody } = document.paths[`/${name}/{id}`]?.patch ?? {};
    return requestBody?.content["application/json-patch+json"]?.schema.$ref;
  };
  const parts = "#/components/schemas/";
  expect([patchOf("customers"), patchOf("billingprofiles")]).toEqual([`${parts}Patch`, `${parts}ExtendedPatch`]);
});

it("is made once", () => {
  expect(openApiDocument()).toBe(document);
});
