import { describe, expect, it } from "vitest";
import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import { changedFields, initialValues, isSameValue, withValueAt } from "./values.ts";

const fields: FieldDescriptor[] = [
  { name: "name", kind: "text", required: true },
  { name: "port", kind: "integer", required: false, default: 5060 },
  { name: "hidden", kind: "integer", required: false, internal: true },
];

describe("values of a form", () => {
  it("begin with defaults in a new record, and with what is stored in an old one", () => {
    expect(initialValues(fields, undefined)).toEqual({ name: null, port: 5060 });
    expect(initialValues(fields, { id: 1, name: "a", etag: "x" })).toEqual({ name: "a", port: null });
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

  it("tell which fields are changed", () => {
    expect(changedFields({ name: "b", port: 5060 }, { name: "a", port: 5060 })).toEqual(["name"]);
  });

  it("are replaced behind a pointer without changing the others", () => {
    const before = { list: [{ id: 1 }, { id: 2 }], name: "a" };
    expect(withValueAt(before, "/list/1/id", 9)).toEqual({ list: [{ id: 1 }, { id: 9 }], name: "a" });
    expect(withValueAt(before, "/name", "b")).toEqual({ ...before, name: "b" });
    expect(before.list[1]).toEqual({ id: 2 });
  });
});
