import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { cleanup } from "../../../../tests/support/render.ts";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { showInput } from "../../../testing/input.tsx";

afterEach(() => cleanup());

const fields: FieldDescriptor[] = ["cc", "ac", "sn"].map((name) => ({ name, kind: "text", required: name !== "ac" }));
const field: FieldDescriptor = { name: "primary_number", kind: "phoneNumber", required: false, fields };
const part = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`_${name}`));

describe("the input of a phone number", () => {
  it.each([
    ["+43 1 234567", { cc: "43", ac: "1", sn: "234567" }],
    ["0043 1 234567", { cc: "43", ac: "1", sn: "234567" }],
    ["+44 20 7946 0123", { cc: "44", ac: "20", sn: "79460123" }],
  ])("splits %s when it is pasted", async (text, parts) => {
    const { user, value } = await showInput({ field });
    await user.click(part("sn"));
    await user.paste(text);
    await waitFor(() => expect(value()).toMatchObject(parts));
  });

  it.each([
    ["+43 1 5551234 ext. 12", { cc: "43", ac: "1", sn: "5551234" }],
    ["+43 1 5551234;ext=12", { cc: "43", ac: "1", sn: "5551234" }],
    ["+43 1 nobody", { cc: "43", ac: "1", sn: "5551000" }],
  ])("glues nothing together when %s is pasted", async (text, parts) => {
    const { user, value } = await showInput({ field, value: { cc: "43", ac: "1", sn: "5551000" } });
    await user.click(part("sn"));
    await user.paste(text);
    await waitFor(() => expect(value() ?? { cc: "43", ac: "1", sn: "5551000" }).toMatchObject(parts));
  });

  it("keeps a pasted part in its field", async () => {
    const { user, value } = await showInput({ field });
    await user.click(part("sn"));
    await user.paste("234567");
    expect(value()).toEqual({ sn: "234567" });
  });

  it("is empty once all parts are cleared", async () => {
    const { user, value } = await showInput({ field, value: { cc: "4", ac: null, sn: null } });
    await user.clear(part("cc"));
    expect(value()).toBeNull();
  });
});
