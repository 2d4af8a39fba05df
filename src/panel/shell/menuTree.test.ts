import { describe, expect, it } from "vitest";
import type { ResourceSummary } from "../../core/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { isIconKnown } from "./icons.ts";
import { buildMenu, entryAt, searchMenu } from "./menuTree.ts";

const summary = (name: string, menu?: ResourceSummary["menu"]): ResourceSummary => ({
  name,
  route: `/${name}`,
  icon: "list",
  record: "{name}",
  operations: ["list"],
  access: {},
  createPath: "create",
  menu,
});

const words = {
  labelOf: (resource: string) => resource.toUpperCase(),
  addressOf: (resource: string) => `/${resource}`,
  isOpen: ({ name }: ResourceSummary) => name !== "secret",
};

describe("buildMenu", () => {
  it("orders entries in their groups and leaves out what has no place or is not allowed", () => {
    const menu = buildMenu(
      [
        summary("zones", { group: "settings", order: 20 }),
        summary("hidden"),
        summary("secret", { group: "settings", order: 5 }),
        summary("verify", { group: "tools", order: 1 }),
        summary("admins", { group: "settings", order: 10 }),
      ],
      words,
    );
    expect(menu.map(({ name, entries }) => [name, entries.map(({ key }) => key)])).toEqual([
      ["settings", ["admins", "zones"]],
      ["tools", ["verify"]],
    ]);
  });
});

describe("searchMenu", () => {
  const menu = buildMenu(
    [summary("billing profiles", { group: "settings", order: 1 }), summary("domains", { group: "tools", order: 1 })],
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
  const entry = (key: string, address: string) => ({ key, address, label: key, icon: "list" });
  const menu = [
    { name: "settings", entries: [entry("carriers", "/lnp"), entry("numbers", "/lnp/numbers?resource=numbers")] },
  ];
  const at = (pathname: string) => entryAt(menu, pathname);
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
    expect(isIconKnown(icon)).toBe(true);
  },
);
