import { describe, expect, it } from "vitest";
import type { ResourceSummary } from "../../core/schema/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { iconNames } from "./iconNames.ts";
import { buildMenu, findEntryKey, searchMenu } from "./menuTree.ts";

const summary = (name: string, menu?: ResourceSummary["menu"]): ResourceSummary => ({
  name,
  route: `/${name}`,
  icon: "list",
  recordRepresentation: "{name}",
  operations: ["list"],
  access: {},
  createPath: "create",
  menu,
});

const words = {
  labelOf: (resource: string) => resource.toUpperCase(),
  pathOf: (resource: string) => `/${resource}`,
  isOpen: ({ name }: ResourceSummary) => name !== "secret",
};

it("buildMenu orders entries in their groups and leaves out what has no place or is not allowed", () => {
  const menu = buildMenu(
    [
      summary("zones", { group: "billing", order: 20 }),
      summary("hidden"),
      summary("secret", { group: "billing", order: 5 }),
      summary("verify", { group: "system", order: 1 }),
      summary("admins", { group: "billing", order: 10 }),
    ],
    words,
  );
  expect(menu.map(({ name, entries }) => [name, entries.map(({ key }) => key)])).toEqual([
    ["billing", ["admins", "zones"]],
    ["system", ["verify"]],
  ]);
});

describe("searchMenu", () => {
  const menu = buildMenu(
    [summary("billing profiles", { group: "billing", order: 1 }), summary("domains", { group: "system", order: 1 })],
    words,
  );

  it("finds entries by all words in any order", () => {
    expect(searchMenu(menu, "prof bill").flatMap(({ entries }) => entries.map(({ key }) => key))).toEqual([
      "billing profiles",
    ]);
  });

  it("leaves out groups without a match", () => {
    expect(searchMenu(menu, "nothing")).toEqual([]);
  });
});

it("one entry is where one is: the nearest above the page", () => {
  const entry = (key: string, path: string) => ({ key, path, label: key, icon: "list" });
  const menu = [
    { name: "numbers", entries: [entry("carriers", "/lnp"), entry("numbers", "/lnp/numbers?resource=numbers")] },
  ];
  const at = (pathname: string) => findEntryKey(menu, pathname);
  expect(["/lnp", "/lnp/4/details", "/lnp/numbers", "/lnp/numbers/create", "/lnpx"].map(at)).toEqual([
    "carriers",
    "carriers",
    "numbers",
    "numbers",
    undefined,
  ]);
});

it.each(Object.values(summaries).map(({ name, icon }) => [name, icon]))(
  "the icon of %s (%s) is one we bring",
  (_, icon) => {
    expect(icon in iconNames).toBe(true);
  },
);

it("each entry has an icon of its own", () => {
  const taken = Object.values(summaries).flatMap(({ name, icon, menu }) => (menu ? [[icon, name] as const] : []));
  expect(taken.filter(([icon, name]) => taken.some((other) => other[0] === icon && other[1] !== name))).toEqual([]);
});
