import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ownTabsOf } from "../src/panel/resources/ownTabs.ts";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
/** Cells of the tables of a Markdown file, without their headings. */
const rowsOf = (file: string) =>
  read(file)
    .split("\n")
    .filter((line) => /^\| +[^ *-]/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );

const routes = new Set(rowsOf("docs/reference/routes.md").map(([address]) => address));
const screens = rowsOf("docs/screens.md").slice(1);
const preferences: readonly { readonly attribute: string }[] = JSON.parse(
  read("schemas/preferences/definitions.json"),
).preferences;

/** One route, `:tab`, has the tabs of a record's page that need no address below them. */
const tabs: Readonly<Record<string, readonly string[]>> = {
  "`/subscriber/:id/details/:tab`": Object.keys(
    JSON.parse(read("schemas/entities/subscribers.schema.json"))["x-resource"].tabs,
  ),
  "`/administrator/:id/details/:tab`": ownTabs("admins"),
  "`/customer/:id/details/:tab`": ownTabs("customers"),
};

/** Paths of a resource's hand-written tabs. */
function ownTabs(resource: string): string[] {
  return ownTabsOf(resource).map(({ path }) => path);
}

function hasTab(address: string): boolean {
  const tab = /([\w-]+)`$/.exec(address)?.[1] ?? "";
  const route = address.replace(/[\w-]+`$/, ":tab`");
  return routes.has(route) && (tabs[route] ?? []).includes(tab);
}

describe("docs/screens.md", () => {
  it.each(screens)("%s has an address of the panel, or a reason: %s", (_label, address = "", note = "") => {
    if (address === "") expect(note).not.toBe("");
    else expect(routes.has(address) || hasTab(address), address).toBe(true);
  });

  it("names preferences that there are", () => {
    const named = screens.flatMap(([, , note = ""]) => /^preference `(\w+)`$/.exec(note)?.[1] ?? []);
    const known = preferences.map(({ attribute }) => attribute);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
