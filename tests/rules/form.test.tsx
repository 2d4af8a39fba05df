import { fireEvent, render, screen, within } from "@testing-library/react";
import { CoreAdminContext, type DataProvider, TestMemoryRouter, testDataProvider } from "ra-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Json } from "../../src/core/descriptor.ts";
import type { FieldError } from "../../src/core/errors.ts";
import { DEFAULT_PASSWORD_POLICY } from "../../src/core/password.ts";
import type { ResourceModule } from "../../src/core/resourceModule.ts";
import { validateRecord } from "../../src/core/validate.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { FactsProvider } from "../../src/panel/providers/FactsContext.tsx";
import { addResourceTexts, addTexts, i18nProvider } from "../../src/panel/providers/i18nProvider.ts";
import { loadOverride } from "../../src/panel/resources/overrides.ts";
import { fieldId } from "../../src/panel/views/form/fieldId.ts";
import { type FormOverride, toPlainWire } from "../../src/panel/views/form/override.ts";
import { problemText } from "../../src/panel/views/form/problemTexts.ts";
import { ResourceForm } from "../../src/panel/views/form/ResourceForm.tsx";
import { buildResolver } from "../../src/panel/views/form/resolver.ts";
import { initialValues } from "../../src/panel/views/form/values.ts";
import { type RuleCase, ruleCases, tells } from "../support/ruleCases.ts";

vi.setConfig({ testTimeout: 60_000 });

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
  // The billing forms always begin their list with the profile in force.
  const isOwnList = toWire !== undefined && rule.pointer === "/billing_profiles";
  return !isOwnList || (rule.rule !== "required" && rule.rule !== "minItems");
}

/** What the shared check says of the record: the errors that form, server and rule book must agree on. */
function expectedErrors({ entry, module, mode }: FormCase): readonly FieldError[] {
  const context = { mode, related: (path: string) => entry.related.get(path), passwordPolicy: DEFAULT_PASSWORD_POLICY };
  return validateRecord(module, entry.invalid, context).errors;
}

describe.each([...byResource])("the form of %s", (_, cases) => {
  it.each(cases.map((one) => [one.entry.name, one] as const))("refuses %s", async (_name, one) => {
    const { entry, module, override, mode } = one;
    const resolve = buildResolver(() => ({
      module,
      mode,
      record: mode === "update" ? entry.valid : undefined,
      passwordPolicy: DEFAULT_PASSWORD_POLICY,
      loadRelated: async () => (path) => entry.related.get(path),
      toWire: override.toWire ?? toPlainWire,
      gives: () => true,
      textOf: ({ rule }) => rule,
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
    expect(tells(told, entry.rule), JSON.stringify(told)).toBe(true);
    // The first error of each field is shown, and it is the same one.
    if (!override.toWire) expect(told).toEqual(firstOfEach(expectedErrors(one)));
  });
});

function firstOfEach(errors: readonly FieldError[]): { readonly pointer: string; readonly rule: string }[] {
  const first = new Map<string, FieldError>();
  for (const error of errors) if (!first.has(error.pointer)) first.set(error.pointer, error);
  return [...first.values()].map(({ pointer, rule }) => ({ pointer, rule }));
}

/** One case for each rule, at the top of a record and inside it: drawing a whole form takes seconds. */
const onScreen = new Map<string, FormCase>();
for (const one of [...byResource.values()].flat()) {
  const { pointer, rule } = one.entry.rule;
  const key = `${rule}${pointer.split("/").length > 2 ? " inside a record" : ""}`;
  if (!onScreen.has(key)) onScreen.set(key, one);
}

describe("on screen", () => {
  beforeAll(async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    await Promise.all(["forms", "rules", "views"].map(addTexts));
    await Promise.all([...byResource.keys()].map(addResourceTexts));
  });

  it.each([...onScreen])("%s is shown at the field and above the form, and nothing is sent", async (_, one) => {
    const { entry, module, override, mode } = one;
    const { descriptor } = module;
    const save = vi.fn(() => Promise.reject(new Error("sent")));
    const view = render(
      <TestMemoryRouter>
        <CoreAdminContext dataProvider={providerFor(one)} i18nProvider={i18nProvider}>
          <FactsProvider initial={FACTS}>
            <ResourceForm
              module={module}
              mode={mode}
              title="Form"
              record={{ ...entry.invalid, id: 1 } as never}
              override={override}
              save={save}
              onSaved={() => {}}
              onCancel={() => {}}
            />
          </FactsProvider>
        </CoreAdminContext>
      </TestMemoryRouter>,
    );
    const submit = await screen.findByRole("button", { name: saveLabel(mode, descriptor.name) });
    fireEvent.click(submit);
    const summary = await screen.findByRole("alert");
    const shown = within(summary)
      .getAllByRole("link")
      .map((link) => `${link.getAttribute("href")} ${link.closest("li")?.textContent}`);
    const expected = expectedErrors(one).filter((error) => tells([error], entry.rule));
    const texts = expected.map((error) => [error, textOf(error, module)] as const);
    const found = texts.find(([{ pointer }, text]) =>
      shown.some((line) => line.startsWith(`#${fieldId(pointer)} `) && line.endsWith(`: ${text}`)),
    );
    expect(found, `${JSON.stringify(texts)} in ${JSON.stringify(shown)}`).toBeDefined();
    expect(textsOutside(summary)).toContain(found?.[1]);
    expect(save).not.toHaveBeenCalled();
    view.unmount();
  });
});

const FACTS = {
  info: {},
  capabilities: new Map<string, boolean>(),
  admin: { id: 1, role: "admin", is_superuser: true, is_master: true },
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

function saveLabel(mode: "create" | "update", resource: string): string {
  return i18nProvider.translate(mode === "create" ? `resources.${resource}.actions.create` : "forms.save.save");
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
