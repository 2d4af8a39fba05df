import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { cleanup } from "../../../../tests/support/render.ts";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { showInput } from "../../../testing/input.tsx";

afterEach(() => cleanup());

const field: FieldDescriptor = {
  name: "steps",
  kind: "list",
  required: false,
  maxItems: 3,
  fields: [{ name: "note", kind: "text", required: true }],
};
const value = [{ note: "one" }, { note: "two" }];
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the input of a list", () => {
  it("moves items by keyboard, within the list", async () => {
    const { user, value: now } = await showInput({ field, value });
    expect(button("Move Field 1 up").disabled).toBe(true);
    expect(button("Move Field 2 down").disabled).toBe(true);
    button("Move Field 2 up").focus();
    await user.keyboard("{Enter}");
    expect(now()).toEqual([{ note: "two" }, { note: "one" }]);
  });

  it("keeps typed text with its item while items move", async () => {
    const { user } = await showInput({ field, value });
    const [first] = screen.getAllByRole("textbox");
    await user.click(button("Move Field 1 down"));
    expect(screen.getAllByRole("textbox")[1]).toBe(first);
  });

  it("focuses a new item, and stops at the limit", async () => {
    const { user, value: now } = await showInput({ field, value });
    await user.click(button("Add to Field"));
    await user.keyboard("three");
    expect(now()).toEqual([...value, { note: "three" }]);
    expect(button("Add to Field").disabled).toBe(true);
    const reason = button("Add to Field").getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(reason)?.textContent).toBe("At most 3 entries");
  });

  it("keeps the focus in the list after a removal", async () => {
    const { user, value: now } = await showInput({ field, value });
    await user.click(button("Remove Field 2"));
    expect(now()).toEqual([{ note: "one" }]);
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    await user.click(button("Remove Field 1"));
    expect(document.activeElement).toBe(button("Add to Field"));
  });

  it("shows an entry's own error below it, as its description", async () => {
    await showInput({ field, value, errors: { "/1": "Fill in at least 1 of these" } });
    const described = screen.getAllByRole("group").map((group) => group.getAttribute("aria-describedby"));
    const notes = described.flatMap((id) => (id ? [document.getElementById(id)?.textContent] : []));
    expect(notes).toContain("Fill in at least 1 of these");
  });

  it("shows a part's error at the part", async () => {
    await showInput({ field, value, errors: { "/1/note": "Too short" } });
    const [first, second] = screen.getAllByRole("textbox");
    expect(first?.getAttribute("aria-invalid")).toBe("false");
    expect(second?.getAttribute("aria-invalid")).toBe("true");
  });
});

describe("seconds that wait for a destination", () => {
  const destinations: FieldDescriptor = {
    name: "destinations",
    kind: "list",
    required: false,
    fields: [
      { name: "destination", kind: "text", required: true },
      { name: "timeout", kind: "integer", required: false, waitsFor: "destination" },
    ],
  };

  it("are asked only of destinations that do not answer by themselves, and kept", async () => {
    const given = [
      { destination: "sip:vmu43@voicebox.local", timeout: 20 },
      { destination: "4312", timeout: 30 },
    ];
    const { user, value: now } = await showInput({ field: destinations, value: given });
    expect(screen.getAllByRole("textbox")).toHaveLength(3);
    const [, number] = screen.getAllByRole("textbox");
    await user.clear(number as HTMLElement);
    await user.type(number as HTMLElement, "voicebox");
    expect(screen.getAllByRole("textbox")).toHaveLength(2);
    expect(now()).toEqual([given[0], { destination: "voicebox", timeout: 30 }]);
  });
});
