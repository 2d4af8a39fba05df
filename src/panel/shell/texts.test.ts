import { expect, it } from "vitest";
import app from "../../../i18n/en/app.json";
import { baseRole } from "../../core/access.ts";
import { textsFrom } from "../../core/texts.ts";
import { summaries } from "../../generated/index.gen.ts";
import { roles } from "../../generated/permissions.gen.ts";
import { routes } from "../../generated/routes.gen.ts";

const sources = import.meta.glob("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }) as Readonly<
  Record<string, string>
>;
const text = textsFrom({ app });
const hasText = (key: string) => text(key) !== key;

const written = Object.values(sources).flatMap((source) => [...source.matchAll(/"(app(?:\.[A-Za-z0-9]+)+)"/g)]);
const built = [
  ...roles.roles.map(({ name }) => `app.roles.${baseRole(name)}`),
  ...Object.values(summaries).flatMap(({ menu }) => (menu ? [`app.menu.groups.${menu.group}`] : [])),
  ...routes.flatMap(({ view }) => (view === "list" ? [] : [`app.view.${view}`])),
  ...["light", "dark", "system", "comfortable", "compact"].map((option) => `app.appearance.${option}`),
];

it.each([...new Set([...written.map(([, key = ""]) => key), ...built])])("%s has a text", (key) => {
  expect(hasText(key)).toBe(true);
});
