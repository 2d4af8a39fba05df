import { configure, fireEvent, waitFor } from "@testing-library/react";
import { CoreAdminContext, type DataProvider, TestMemoryRouter, testDataProvider } from "ra-core";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { FieldDescriptor, Json } from "../../src/core/descriptor.ts";
import type { FieldError } from "../../src/core/errors.ts";
import { DEFAULT_PASSWORD_POLICY } from "../../src/core/password.ts";
import type { ResourceModule } from "../../src/core/resourceModule.ts";
import { validateRecord } from "../../src/core/validate.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { FactsProvider } from "../../src/panel/providers/FactsContext.tsx";
import { addResourceTexts, addTexts, i18nProvider } from "../../src/panel/providers/i18nProvider.ts";
import type { PanelRecord } from "../../src/panel/providers/rest.ts";
import { loadOverride } from "../../src/panel/resources/overrides.ts";
import { fieldId } from "../../src/panel/views/form/fieldId.ts";
import { type FormOverride, toPlainWire } from "../../src/panel/views/form/override.ts";
import { problemText } from "../../src/panel/views/form/problemTexts.ts";
import { ResourceForm } from "../../src/panel/views/form/ResourceForm.tsx";
import { buildResolver } from "../../src/panel/views/form/resolver.ts";
import { initialValues } from "../../src/panel/views/form/values.ts";
import { type RuleCase, ruleCases, tells } from "../support/ruleCases.ts";

// No act() anywhere, as in a browser: inside it an input that waits for its chunk is never shown.
configure({ asyncUtilTimeout: 10_000, eventWrapper: (dispatch) => dispatch() });

interface FormCase {
  readonly entry: RuleCase;
  readonly module: ResourceModule;
  readonly override: FormOverride;
  readonly mode: "create" | "update";
}

const byResource = new Map<string, FormCase[]>();
for (const [name, module] of Object.entries(resources)) {
  const override = await loadOverride(name);
  const cases = (await ruleCases(name, { seed: "sample", idOf: () => 1 })).flatMap((entry): FormCase[] => {
    const mode = (entry.rule.when as { $mode?: "create" | "update" } | undefined)?.$mode ?? "create";
    const isKnown = entry.rule.side === "both" && canBeBroken(entry, override);
    return isKnown ? [{ entry, module, override, mode }] : [];
  });
  if (cases.length > 0) byResource.set(name, cases);
}

/** A form that leaves a field out, or fills it in by itself, can not break its rules. */
function canBeBroken({ rule }: RuleCase, { fieldComponents = {}, toWire }: FormOverride): boolean {
  const field = rule.pointer.split("/")[1] ?? "";
  if (fieldComponents[field] === null) return false;
  // The billing forms make their list themselves, and always begin it with the profile in force.
  const isOwnList = toWire !== undefined && rule.pointer === "/billing_profiles";
  return !isOwnList || !["required", "type", "minItems"].includes(rule.rule);
}

/** What the shared check says of the record: the errors that form, server and rule book must agree on. */
function expectedErrors({ entry, module, mode }: FormCase): readonly FieldError[] {
  const context = { mode, related: (path: string) => entry.related.get(path), passwordPolicy: DEFAULT_PASSWORD_POLICY };
  return validateRecord(module, entry.invalid, context).errors;
}

describe.each([...byResource])("the form of %s", (_, cases) => {
  it.each(cases.map((one) => [one.entry.name, one] as const))("refuses %s", async (_name, one) => {
    const { entry, module, override, mode } = one;
    const known: FieldError[] = [];
    const resolve = buildResolver(() => ({
      module,
      mode,
      record: mode === "update" ? entry.valid : undefined,
      passwordPolicy: DEFAULT_PASSWORD_POLICY,
      loadRelated: async () => (path) => entry.related.get(path),
      toWire: override.toWire ?? toPlainWire,
      gives: () => true,
      textOf: (error) => {
        known.push(error);
        return error.rule;
      },
    }));
    const { errors } = await resolve(initialValues(module.descriptor.fields, entry.invalid), undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    const told = Object.entries(errors).flatMap(([field, error]) =>
      Object.entries((error as { types?: Record<string, string> } | undefined)?.types ?? {}).map(([below, rule]) => ({
        pointer: `/${field}${below}`,
        rule,
      })),
    );
    expect(tells(known, entry.rule), JSON.stringify(known)).toBe(true);
    // Of each field the first error is shown, and it is the same one.
    expect(told.map(({ pointer }) => pointer)).toEqual([...new Set(known.map(({ pointer }) => pointer))]);
    if (!override.toWire) expect(told).toEqual(firstOfEach(expectedErrors(one)));
  });
});

function firstOfEach(errors: readonly FieldError[]): { readonly pointer: string; readonly rule: string }[] {
  const first = new Map<string, FieldError>();
  for (const error of errors) if (!first.has(error.pointer)) first.set(error.pointer, error);
  return [...first.values()].map(({ pointer, rule }) => ({ pointer, rule }));
}

/** One case for each rule on each kind of field, at the top of a record and inside it: of each field one text is shown. */
const onScreen = new Map<string, FormCase>();
for (const one of [...byResource.values()].flat()) {
  const { pointer, rule } = one.entry.rule;
  const kind = fieldAt(one.module.descriptor.fields, pointer)?.kind ?? "several fields";
  const key = `${rule} of ${kind}${pointer.split("/").length > 2 ? " inside a record" : ""}`;
  if (!onScreen.has(key) && tells(firstOfEach(expectedErrors(one)), one.entry.rule)) onScreen.set(key, one);
}

function fieldAt(fields: readonly FieldDescriptor[], pointer: string): FieldDescriptor | undefined {
  const [name, ...rest] = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const field = fields.find((candidate) => candidate.name === name);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], `/${rest.join("/")}`);
}

describe("on screen", () => {
  beforeAll(async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    await Promise.all(["forms", "rules", "views"].map(addTexts));
    await Promise.all([...byResource.keys()].map(addResourceTexts));
  });

  let root: Root;
  afterEach(() => {
    root.unmount();
    document.body.innerHTML = "";
  });

  it.each([...onScreen])("%s is shown at the field and above the form, and nothing is sent", async (_, one) => {
    const { entry, module, override, mode } = one;
    const save = vi.fn(() => Promise.reject(new Error("sent")));
    root = createRoot(document.body.appendChild(document.createElement("div")));
    root.render(
      <TestMemoryRouter>
        <CoreAdminContext dataProvider={providerFor(one)} i18nProvider={i18nProvider}>
          <FactsProvider initial={FACTS}>
            <ResourceForm
              module={module}
              mode={mode}
              title={entry.name}
              record={{ ...entry.invalid, id: 1 } as PanelRecord}
              override={override}
              save={save}
              onSaved={() => {}}
              onCancel={() => {}}
            />
          </FactsProvider>
        </CoreAdminContext>
      </TestMemoryRouter>,
    );
    // Not by their roles: to work those out takes seconds in a form of forty inputs.
    fireEvent.submit(await element("form"));
    const summary = await element("[role=alert] ul");
    const shown = [...summary.querySelectorAll("li")].map(
      (line) => `${line.querySelector("a")?.getAttribute("href")} ${line.textContent}`,
    );
    const expected = expectedErrors(one).filter((error) => tells([error], entry.rule));
    const texts = expected.map((error) => [error, textOf(error, module)] as const);
    const found = texts.find(([{ pointer }, text]) =>
      shown.some((line) => line.startsWith(`#${fieldId(pointer)} `) && line.endsWith(`: ${text}`)),
    );
    expect(found, `${JSON.stringify(texts)} in ${JSON.stringify(shown)}`).toBeDefined();
    expect(textsOutside(summary)).toContain(found?.[1]);
    expect(save).not.toHaveBeenCalled();
  });
});

/** The element, as soon as it is there. */
function element(selector: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = document.body.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`no ${selector} in ${document.body.textContent}`);
    return found;
  });
}

const FACTS = {
  info: {},
  capabilities: new Map<string, boolean>(),
  hasOlderPanel: false,
  admin: { id: 1, role: "admin", is_superuser: true, is_master: true, call_data: true, billing_data: true },
};

/** Reads what the case needs behind references; there is nothing to choose, and nothing can be written. */
function providerFor({ entry, module }: FormCase): DataProvider {
  return testDataProvider({
    getOne: async (resource: string, { id }: { id: unknown }) => {
      const values = [...entry.related].flatMap(([path, value]): [string, Json][] => {
        const [name, field = ""] = path.split(".");
        const reference = module.descriptor.fields.find((candidate) => candidate.name === name)?.reference;
        return reference?.resource === resource ? [[field, value]] : [];
      });
      return { data: { id, ...Object.fromEntries(values) } };
    },
    getMany: async () => ({ data: [] }),
    getList: async () => ({ data: [], total: 0 }),
    getInfiniteList: async () => ({ data: [], total: 0 }),
  } as Partial<DataProvider>);
}

function textOf(error: FieldError, { descriptor }: ResourceModule): string {
  const { name, fields } = descriptor;
  return problemText(error, { translate: i18nProvider.translate, locale: "en", resource: name, fields });
}

/** Texts of the page that are not in the summary. */
function textsOutside(summary: HTMLElement): string[] {
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.children.length === 0 && !summary.contains(element))
    .map((element) => element.textContent ?? "");
}
