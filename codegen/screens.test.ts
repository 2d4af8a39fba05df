import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The screens that section 2 of the specification names only by labels; typed by hand to detect missing ones. */
const labels = [
  "Top-up Log",
  "Top-up cash",
  "Top-up voucher",
  "Voicebox messages",
  "Registered devices",
  "Recent calls",
  "Speed dial",
  "Call recordings",
  "Dialogic settings",
  "Lawful Intercept",
  "Web Phone",
  "Web Fax",
  "Number Blocks",
  "Provisioning Templates",
  "Source sets",
  "Destination sets",
  "B-number sets",
  "Off-Peaktimes",
  "Events",
  "User Details",
  "API certificate management",
  "Sign up",
];

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
  const found = read(`src/panel/resources/${resource}/tabs.ts`).matchAll(/path: "([\w-]+)"/g);
  return [...found].map(([, path = ""]) => path);
}

function hasTab(address: string): boolean {
  const tab = /([\w-]+)`$/.exec(address)?.[1] ?? "";
  const route = address.replace(/[\w-]+`$/, ":tab`");
  return routes.has(route) && (tabs[route] ?? []).includes(tab);
}

describe("docs/screens.md", () => {
  it("names every screen that the specification names by its label", () => {
    const named = screens.map(([label]) => label);
    expect(labels.filter((label) => !named.includes(label))).toEqual([]);
  });

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
