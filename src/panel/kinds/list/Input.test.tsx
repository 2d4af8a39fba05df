import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { FieldDescriptor } from "../../../core/descriptor.ts";
import { showInput } from "../testInput.tsx";

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
  it("moves items by keyboard, and not beyond the ends", async () => {
    const { user, value: now } = await showInput({ field, value });
    expect(button("Move Field 1 up").disabled).toBe(true);
    expect(button("Move Field 2 down").disabled).toBe(true);
    button("Move Field 2 up").focus();
    await user.keyboard("{Enter}");
    expect(now()).toEqual([{ note: "two" }, { note: "one" }]);
  });

  it("keeps what is typed with its item while items move", async () => {
    const { user } = await showInput({ field, value });
    const [first] = screen.getAllByRole("textbox");
    await user.click(button("Move Field 1 down"));
    expect(screen.getAllByRole("textbox")[1]).toBe(first);
  });

  it("puts the focus into a new item, and stops at the limit", async () => {
    const { user, value: now } = await showInput({ field, value });
    await user.click(button("Add to Field"));
    await user.keyboard("three");
    expect(now()).toEqual([...value, { note: "three" }]);
    expect(button("Add to Field").disabled).toBe(true);
  });

  it("leaves the focus with the items when one goes", async () => {
    const { user, value: now } = await showInput({ field, value });
    await user.click(button("Remove Field 2"));
    expect(now()).toEqual([{ note: "one" }]);
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    await user.click(button("Remove Field 1"));
    expect(document.activeElement).toBe(button("Add to Field"));
  });

  it("shows a part's problem at the part", async () => {
    await showInput({ field, value, problems: { "/1/note": "Too short" } });
    const [first, second] = screen.getAllByRole("textbox");
    expect(first?.getAttribute("aria-invalid")).toBe("false");
    expect(second?.getAttribute("aria-invalid")).toBe("true");
  });
});
