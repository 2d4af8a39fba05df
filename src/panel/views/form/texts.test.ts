import { describe, expect, it } from "vitest";
import forms from "../../../../i18n/en/forms.json";
import rules from "../../../../i18n/en/rules.json";
import { passwordRules } from "../../../core/password.ts";
import { type Messages, textsFrom } from "../../../core/texts.ts";

const sources = import.meta.glob("../../{kinds,resources,views}/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
}) as Readonly<Record<string, string>>;
const code = Object.entries(sources)
  .filter(([path]) => !path.includes(".test."))
  .map(([, source]) => source)
  .join("\n");
const text = textsFrom({ forms, rules });

function keysOf(messages: Messages, prefix: string): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [`${prefix}.${key}`] : keysOf(value, `${prefix}.${key}`),
  );
}

/** Keys built at run time. */
const built = [
  ...[0, 1, 2, 3, 4].map((score) => `forms.password.strength.${score}`),
  ...["decimal", "percent", "money", "duration"].map((kind) => `forms.problem.${kind}`),
  ...["profile", "domain", "default"].map((source) => `forms.preferences.inForce.${source}`),
  ...["profile", "domain"].map((source) => `forms.preferences.from.${source}`),
  ...["sending", "paused", "waiting", "failed", "unreadable"].map((phase) => `forms.upload.${phase}`),
];

describe("texts of forms", () => {
  it("exist for every key in use", () => {
    const written = [...code.matchAll(/"((?:forms|rules)(?:\.[A-Za-z0-9-]+)+)"/g)].map(([, key = ""]) => key);
    expect(written.length).toBeGreaterThan(50);
    const missing = [...written, ...built, ...passwordRules.map((rule) => `rules.password.${rule}`)].filter(
      (key) => text(key) === key,
    );
    expect(missing).toEqual([]);
  });

  it("are all used", () => {
    const unused = keysOf(forms, "forms").filter((key) => !code.includes(`"${key}"`) && !built.includes(key));
    expect(unused).toEqual([]);
  });
});
