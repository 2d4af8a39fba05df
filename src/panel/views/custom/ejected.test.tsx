import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ejectedFiles } from "../../../../scripts/resource/eject/screens.ts";
import { field, labelled, retype } from "../../../../tests/support/formFields.ts";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { firstUnlessAll } from "../../../../tests/support/tiers.ts";
import { resources } from "../../../generated/all.gen.ts";
import { customScreens, type ScreenComponent } from "../../resources/customParts.ts";

/** Where `npm run resource -- eject` would write to, were it not for a test. */
const folder = join(import.meta.dirname, "../../../../.cache/ejected");

const screens = { list: "ListScreen", create: "CreateScreen", edit: "EditScreen", details: "DetailsScreen" } as const;

function eject(name: string): void {
  const descriptorOf = (resource: string) => resources[resource]?.descriptor;
  const descriptor = descriptorOf(name);
  if (!descriptor) throw new Error(`no resource ${name}`);
  const known = { descriptor, descriptorOf };
  mkdirSync(join(folder, name), { recursive: true });
  for (const view of ["list", "form", "details"] as const) {
    for (const [file, text] of Object.entries(ejectedFiles(known, view, "../../../src/panel"))) {
      writeFileSync(join(folder, name, file), text);
    }
  }
}

function use(name: string): void {
  eject(name);
  for (const [view, component] of Object.entries(screens)) {
    const load = async (): Promise<ScreenComponent> =>
      (await import(/* @vite-ignore */ join(folder, name, `${component}.tsx`)))[component];
    customScreens.set(`${name} ${view}`, load);
  }
}

interface Shape {
  readonly name: string;
  readonly address: string;
  /** A required field, by its name in the API, whose value no other record of its owner may have. */
  readonly unique: { readonly name: string; readonly label: string; readonly another: string };
  /** The first record's title, if not that value. */
  readonly title?: string;
  /** Fills in what else is required, beside what the first record has. */
  readonly fill: (user: UserEvent) => Promise<void>;
  readonly change: { readonly name: string; readonly label: string; readonly to: string; readonly stored?: unknown };
}

async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  await user.click(await screen.findByRole("combobox", { name: labelled(label) }));
  await user.click(await screen.findByRole("option", { name: option }));
}

const shapes: readonly Shape[] = [
  {
    name: "lnpcarriers",
    address: "/lnp",
    unique: { name: "name", label: "Name", another: "Ejected Carrier" },
    fill: (user) => retype(user, "Prefix", "D999"),
    change: { name: "prefix", label: "Prefix", to: "D998" },
  },
  {
    name: "calllistsuppressions",
    address: "/calllistsuppression",
    unique: { name: "pattern", label: "Pattern", another: "4471234" },
    fill: async (user) => {
      await retype(user, "Domain", "sip.albion-voice.example");
      await choose(user, "Direction", "Outgoing");
      await choose(user, "Mode", "Leave the call out");
      await retype(user, "Label", "Ejected");
    },
    change: { name: "label", label: "Label", to: "Changed" },
  },
  {
    name: "vouchers",
    address: "/voucher",
    unique: { name: "code", label: "Code", another: "EJECTED-1" },
    title: "#1",
    fill: async (user) => {
      await choose(user, "Reseller", "Albion Voice");
      await retype(user, "Amount", "12.50");
      await retype(user, "Valid until", "2030-01-31 10:00");
    },
    change: { name: "amount", label: "Amount", to: "20.00", stored: 2000 },
  },
];

const panel = await openPanel();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Braces and brackets are keys to the typist. */
const typed = (text: string) => text.replace(/[{[]/g, "$&$&");

/** What a field complains of; undefined where it does not. */
const complaintOf = async (label: string) => {
  const input = await field(label);
  const [help] = (input.getAttribute("aria-describedby") ?? "").split(" ");
  return input.getAttribute("aria-invalid") === "true" ? document.getElementById(help ?? "")?.textContent : undefined;
};

describe.each(firstUnlessAll(shapes))(
  "the ejected screens of $name",
  ({ name, address, unique, title, fill, change }) => {
    let first: Readonly<Record<string, unknown>>;
    // Some have a screen of their own, which tests that follow in this process show.
    const usual = new Map(customScreens);
    beforeAll(() => use(name));
    afterAll(() => {
      customScreens.clear();
      for (const [key, load] of usual) customScreens.set(key, load);
    });

    it("list its records, each with a page", async () => {
      const user = await panel.open(`${address}?sort=id&order=ASC`);
      first = await panel.read(`/api/${name}/1`);
      const called = title ?? String(first[unique.name]);
      await user.click(await screen.findByText(called));
      await waitFor(() => expect(window.location.hash).toBe(`#${address}/1/details`));
      expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(called);
    });

    it("check, show what the platform refuses at its field, and create", async () => {
      const user = await panel.open(`${address}/create`);
      const save = async () => user.click(await screen.findByRole("button", { name: "Save" }));
      await fill(user);
      await save();
      await waitFor(async () => expect(await complaintOf(unique.label)).toBe("This field is required"));
      expect(panel.written()).toEqual([]);
      await retype(user, unique.label, typed(String(first[unique.name])));
      await save();
      await waitFor(async () => expect(await complaintOf(unique.label)).toMatch(/exists/));
      await retype(user, unique.label, unique.another);
      await save();
      await waitFor(() => expect(window.location.hash).not.toContain("create"));
      const [id = ""] = /\d+/.exec(window.location.hash) ?? [];
      expect((await panel.read(`/api/${name}/${id}`))[unique.name]).toBe(unique.another);
    });

    it("change a record, and nothing but what was changed", async () => {
      const user = await panel.open(`${address}/1/edit`);
      await retype(user, change.label, change.to);
      await user.click(await screen.findByRole("button", { name: "Save" }));
      await waitFor(() => expect(panel.written()).toEqual([`PUT /api/${name}/1`]));
      await waitFor(() => expect(window.location.hash).toMatch(new RegExp(`^#${address}(\\?|$)`)));
      expect(await panel.read(`/api/${name}/1`)).toEqual({ ...first, [change.name]: change.stored ?? change.to });
    });
  },
);
