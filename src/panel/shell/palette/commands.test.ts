import { expect, it } from "vitest";
import { matchesWords } from "../menuTree.ts";
import { type Command, sectionsFor } from "./commands.ts";

const command = (section: Command["section"], label: string): Command => ({
  key: label,
  section,
  label,
  icon: "dns",
  address: `/${label}`,
});
const known = [command("pages", "Domains"), command("actions", "Create domain"), command("favourites", "My domains")];
const record = command("records", "domain.example");
const labels = (text: string) =>
  sectionsFor(known, [record], text, matchesWords).map(({ name, commands }) => [
    name,
    commands.map(({ label }) => label),
  ]);

it("starts with pages", () => {
  expect(labels(" ")).toEqual([
    ["favourites", ["My domains"]],
    ["pages", ["Domains"]],
  ]);
});

it("offers all matches, records in the platform's order", () => {
  expect(labels("DOM crea")).toEqual([
    ["records", ["domain.example"]],
    ["actions", ["Create domain"]],
  ]);
});
