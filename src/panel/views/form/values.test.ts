import { describe, expect, it } from "vitest";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { setAtPointer } from "../../../core/schema/valueAt.ts";
import { initialValues } from "../../../core/validation/normalizeRecord.ts";
import { changedFields, isSameValue } from "./values.ts";

const fields: FieldDescriptor[] = [
  { name: "name", kind: "text", required: true },
  { name: "port", kind: "integer", required: false, default: 5060 },
  { name: "hidden", kind: "integer", required: false, internal: true },
];

describe("values of a form", () => {
  it("start with defaults in a new record, and with stored values in an existing one", () => {
    expect(initialValues(fields, undefined)).toEqual({ name: null, port: 5060 });
    expect(initialValues(fields, { id: 1, name: "a", etag: "x" })).toEqual({ name: "a", port: null });
    const never: FieldDescriptor = { name: "language", kind: "enum", required: false, writeOnly: true, default: "en" };
    expect(initialValues([never], { id: 1 })).toEqual({ language: "en" });
  });

  it.each<[Json | undefined, Json | undefined, boolean]>([
    [null, undefined, true],
    ["", null, true],
    [[], null, true],
    [{ cc: null, sn: "" }, null, true],
    [{ cc: "43", ac: null }, { cc: "43" }, true],
    [{ b: 1, a: 2 }, { a: 2, b: 1 }, true],
    [false, null, false],
    [0, null, false],
    ["1", 1, false],
    [[1, 2], [2, 1], false],
  ])("%j and %j mean the same: %s", (a, b, same) => {
    expect(isSameValue(a, b)).toBe(same);
  });

  it("know which fields are dirty", () => {
    expect(changedFields({ name: "b", port: 5060 }, { name: "a", port: 5060 })).toEqual(["name"]);
  });

  it("are replaced at a pointer without changing the others", () => {
    const before = { list: [{ id: 1 }, { id: 2 }], name: "a" };
    expect(setAtPointer(before, "/list/1/id", 9)).toEqual({ list: [{ id: 1 }, { id: 9 }], name: "a" });
    expect(setAtPointer(before, "/name", "b")).toEqual({ ...before, name: "b" });
    expect(before.list[1]).toEqual({ id: 2 });
  });
});
