import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup } from "../../../tests/support/render.ts";
import type { FieldDescriptor, FieldKind } from "../../core/schema/descriptor.ts";
import { wireTypes } from "../../core/schema/kinds.ts";
import { showInput } from "../../testing/input.tsx";
import type { InputFixture } from "./__fixtures__/inputs.ts";
import { byKind } from "./byKind.ts";
import { filePicker, picture } from "./file/__fixtures__/files.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fixtures = byKind<InputFixture>(
  Object.values(import.meta.glob("./*/__fixtures__/inputs.ts", { eager: true, import: "fixtures" })),
);

const domains = [
  { id: 1, domain: "one.example", reseller_id: 1 },
  { id: 2, domain: "two.example", reseller_id: 1 },
];
const dataProvider = {
  getMany: async (_: string, { ids }: { ids: (string | number)[] }) => ({
    data: domains.filter((domain) => ids.includes(domain.id)) as never[],
  }),
  getList: async (_: string, { filter }: { filter?: { domain?: string } }) => {
    const data = domains.filter(({ domain }) => domain.includes(filter?.domain ?? ""));
    return { data: data as never[], total: data.length };
  },
};

/** All visible text of the inputs: values, chips, selected options. */
function readable(): string {
  const values = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map((input) =>
    input.type === "checkbox" ? (input.checked ? "on" : "off") : input.value,
  );
  const options = [...document.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.text);
  const chips = [...document.querySelectorAll(".MuiChip-label")].map((chip) => chip.textContent);
  const notes = [...document.querySelectorAll("[role=status]")].map((note) => note.textContent);
  return [...values, ...options, ...chips, ...notes].join("\n");
}

describe.each(Object.keys(wireTypes) as FieldKind[])("the input of kind %s", (kind) => {
  const { field, value: wire, shown, act, typed } = fixtures[kind];
  const descriptor: FieldDescriptor = { name: "thing", kind, required: false, ...field };

  it("shows a value from the wire", async () => {
    await showInput({ field: descriptor, value: wire, dataProvider });
    await waitFor(() => expect(readable()).toContain(shown));
  });

  it("parses typed text", async () => {
    const { user, value } = await showInput({ field: descriptor, dataProvider });
    await act(user);
    await waitFor(() => expect(value()).toEqual(typed));
  });

  it("changes nothing while it is read-only", async () => {
    const { user, value } = await showInput({ field: descriptor, value: wire, readOnly: true, dataProvider });
    for (const input of document.querySelectorAll<HTMLElement>("input:not([aria-hidden]), textarea, select")) {
      await user.click(input);
      await user.keyboard("1{Enter}");
    }
    expect(value()).toEqual(wire);
  });

  it("shows the error and links it to the input", async () => {
    await showInput({ field: descriptor, value: wire, errors: { "": "This is wrong" }, dataProvider });
    const text = await screen.findByText("This is wrong");
    const described = [...document.querySelectorAll("[aria-describedby]")].flatMap((element) =>
      (element.getAttribute("aria-describedby") ?? "").split(" "),
    );
    expect(described.some((id) => document.getElementById(id)?.contains(text))).toBe(true);
  });
});

describe("a chosen file", () => {
  const field: FieldDescriptor = {
    name: "thing",
    kind: "file",
    required: false,
    file: { types: ["image/png"], maxBytes: 64 },
  };

  it("that is too large is rejected at once", async () => {
    const { user, value } = await showInput({ field });
    await user.upload(filePicker(), picture("big.png", "\x89PNG\r\n\x1a\n".padEnd(65, "x")));
    await screen.findByText("The file is larger than 0 KB");
    expect(value()).toBeUndefined();
  });

  it("whose content does not match its name is rejected at once", async () => {
    const { user } = await showInput({ field });
    await user.upload(filePicker(), picture("page.png", "<html>"));
    await screen.findByText("Not a file of these types: PNG");
  });

  it("can be cleared", async () => {
    const { user, value } = await showInput({ field });
    await user.upload(filePicker(), picture("dot.png", "\x89PNG\r\n\x1a\n"));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(value()).toBeNull();
    screen.getByText("No file");
  });
});
