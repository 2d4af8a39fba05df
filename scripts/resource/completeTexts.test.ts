import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { describeMissingTexts } from "../../codegen/missingTexts.ts";
import { createTextMemory, writeTexts } from "./completeTexts.ts";
import { draftResource } from "./decide.ts";
import { toSchema } from "./draft.ts";
import { modelWith, readProject } from "./project.ts";
import { TextMemory } from "./textMemory.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const project = readProject(root);
const memory = createTextMemory(project);

/** A folder for texts, with the packages of the project. */
function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-texts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), "{}");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "i18n/de/resources"), { recursive: true });
  return folder;
}

const fields = "reseller_id:resellers! label:string! iccid:string! status:enum(active,on_hold) max_subscribers:integer";
const draft = draftResource("simcards", { title: "SIM card", fields }, project);
const simCards = modelWith(project, "simcards", toSchema(draft));

it("completes texts, never writes over one, and says what is missing", () => {
  const folder = scratchFolder();
  const german = join(folder, "i18n/de/resources/simcards.json");
  writeFileSync(
    german,
    JSON.stringify({ name: "SIM-Karte |||| SIM-Karten", fields: { max_subscribers: "Höchstens" } }),
  );
  const read = (language: string) =>
    JSON.parse(readFileSync(join(folder, `i18n/${language}/resources/simcards.json`), "utf8"));

  const lines = writeTexts(folder, simCards, project, memory, draft.title);
  expect(read("en")).toMatchObject({
    name: "SIM card |||| SIM cards",
    fields: { reseller_id: "Reseller", iccid: "ICCID", max_subscribers: "Maximum subscribers" },
    enums: { status: { active: "Active", on_hold: "On hold" } },
    actions: { create: "Create SIM card" },
  });
  expect(read("de")).toMatchObject({
    name: "SIM-Karte |||| SIM-Karten",
    fields: { reseller_id: "Reseller", iccid: "ICCID", max_subscribers: "Höchstens" },
    enums: { status: { active: "Aktiv" } },
    groups: { base: "SIM-Karte" },
    actions: { create: "SIM-Karte anlegen", remove: "SIM-Karte löschen" },
  });
  expect(read("fr").name).toBeUndefined();
  expect(lines.find((line) => line.startsWith("i18n/de/"))).toMatch(/written, 1 missing: enums\.status\.on_hold$/);

  const before = readFileSync(german, "utf8");
  expect(writeTexts(folder, simCards, project, memory)).toHaveLength(project.languages.length - 1);
  expect(readFileSync(german, "utf8")).toBe(before);
});

it("counts what is missing in one line, and nothing of the product", () => {
  expect(describeMissingTexts(project.model)).toBeUndefined();
  const texts = new Map(["en", "de"].map((language) => [language, new Map()]));
  expect(describeMissingTexts({ resources: [simCards], texts })).toMatch(
    /^simcards: \d+ texts missing in de, en; npm run resource -- texts simcards$/,
  );
});

it("translates as most texts do, and makes new ones of known parts where texts agree", () => {
  const known = (section: string, name: string, en: string, de: string) => ({
    section,
    name,
    byLanguage: new Map([
      ["en", en],
      ["de", de],
    ]),
  });
  const small = new TextMemory([
    known("fields", "state", "State", "Zustand"),
    known("fields", "status", "State", "Status"),
    known("enums", "state", "State", "Status"),
    known("singular", "rooms", "Room", "Raum"),
    known("singular", "phones", "Phone", "Telefon"),
    known("singular", "lines", "Line", "Leitung"),
    known("actions", "create", "Create room", "Raum anlegen"),
    known("actions", "create", "Create phone", "Telefon anlegen"),
    known("actions", "merge", "Merge room", "Raum verbinden"),
  ]);
  const german = (english: string, name = "x") => small.translate({ section: "fields", name, english }, "de");
  expect([german("State"), german("State", "state"), german("SIP")]).toEqual(["Status", "Zustand", "SIP"]);
  expect(german("Create line")).toBe("Leitung anlegen");
  expect([german("Merge line"), german("Create door"), german("Unheard of")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
