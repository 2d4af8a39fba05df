import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../core/validation/errors.ts";
import { applyPatch, fieldsPatchedBy, parsePatch } from "./jsonPatch.ts";

const document = { name: "a", empty: null, list: [1, 2, 2], inner: { cc: "43" } };

function patched(...operations: unknown[]) {
  return applyPatch(document, parsePatch(operations, true));
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof PlatformError) return error.code;
    throw error;
  }
  return "none";
}

describe("parsePatch", () => {
  it.each([
    ["an object", { op: "replace", path: "/name", value: 1 }, "patch_list_needed"],
    ["a member that is no object", ["replace"], "patch_object_needed"],
    ["an unknown op", [{ op: "dance", path: "/name" }], "patch_op_unknown"],
    ["ops of the RFC the platform does not take", [{ op: "test", path: "/name", value: "a" }], "patch_op_unknown"],
    ["a missing path", [{ op: "replace", value: 1 }], "patch_member_missing"],
    ["a missing value", [{ op: "replace", path: "/name" }], "patch_member_missing"],
    ["a missing from", [{ op: "copy", path: "/name" }], "patch_member_missing"],
    ["an extra member", [{ op: "replace", path: "/name", value: 1, more: 1 }], "patch_member_unknown"],
    ["a path that is no pointer", [{ op: "replace", path: "name", value: 1 }], "patch_pointer_malformed"],
    ["a path that is no text", [{ op: "replace", path: 7, value: 1 }], "bad_request"],
    ["the whole document", [{ op: "replace", path: "", value: {} }], "patch_pointer_malformed"],
    ["another mode", [{ op: "add", path: "/list", value: 1, mode: "prepend" }], "patch_mode_unknown"],
    ["a broken index", [{ op: "remove", path: "/list", index: 0.5 }], "patch_index_malformed"],
  ])("refuses %s", (_, body, code) => {
    expect(codeOf(() => parsePatch(body, true))).toBe(code);
  });

  it("takes add and remove only where the resource does", () => {
    const add = [{ op: "add", path: "/name", value: 1 }];
    expect(codeOf(() => parsePatch(add, false))).toBe("patch_op_unknown");
    expect(parsePatch(add, true)).toEqual(add);
    expect(parsePatch([{ op: "copy", path: "/name", from: "/empty" }], false)).toHaveLength(1);
  });
});

describe("applyPatch", () => {
  it.each([
    ["replaces", { op: "replace", path: "/name", value: "b" }, { name: "b" }],
    ["replaces a value that is null", { op: "replace", path: "/empty", value: 0 }, { empty: 0 }],
    ["replaces inside", { op: "replace", path: "/inner/cc", value: "1" }, { inner: { cc: "1" } }],
    ["replaces an item", { op: "replace", path: "/list/0", value: 9 }, { list: [9, 2, 2] }],
    ["adds what is missing", { op: "add", path: "/new", value: 1 }, { new: 1 }],
    ["overwrites by adding", { op: "add", path: "/name", value: "b" }, { name: "b" }],
    ["inserts an item", { op: "add", path: "/list/1", value: 9 }, { list: [1, 9, 2, 2] }],
    ["adds at the end", { op: "add", path: "/list/-", value: 9 }, { list: [1, 2, 2, 9] }],
    ["appends one", { op: "add", path: "/list", value: 9, mode: "append" }, { list: [1, 2, 2, 9] }],
    ["appends several", { op: "add", path: "/list", value: [8, 9], mode: "append" }, { list: [1, 2, 2, 8, 9] }],
    ["appends to nothing", { op: "add", path: "/empty", value: 9, mode: "append" }, { empty: [9] }],
    ["copies", { op: "copy", path: "/empty", from: "/inner" }, { empty: { cc: "43" } }],
    ["removes an item", { op: "remove", path: "/list/0" }, { list: [2, 2] }],
    ["removes by value", { op: "remove", path: "/list", value: 2 }, { list: [1] }],
    ["removes one of equal values", { op: "remove", path: "/list", value: 2, index: 1 }, { list: [1, 2] }],
    ["removes by index", { op: "remove", path: "/list", index: 0 }, { list: [2, 2] }],
  ])("%s", (_, operation, change) => {
    expect(patched(operation)).toEqual({ ...document, ...change });
  });

  it("removes a member", () => {
    expect(patched({ op: "remove", path: "/name" })).toEqual({ empty: null, list: [1, 2, 2], inner: { cc: "43" } });
  });

  it("reads escaped pointers", () => {
    expect(applyPatch({ "a/b~": 1 }, parsePatch([{ op: "replace", path: "/a~1b~0", value: 2 }], false))).toEqual({
      "a/b~": 2,
    });
  });

  it("leaves the document it was given alone", () => {
    const before = structuredClone(document);
    patched({ op: "add", path: "/list/-", value: 9 }, { op: "replace", path: "/inner/cc", value: "1" });
    expect(document).toEqual(before);
  });

  it.each([
    ["replaces what is not there", { op: "replace", path: "/none", value: 1 }],
    ["goes through what is no container", { op: "add", path: "/name/x", value: 1 }],
    ["removes what is not there", { op: "remove", path: "/none" }],
    ["removes a value that is not in the list", { op: "remove", path: "/list", value: 7 }],
    ["adds beyond the end", { op: "add", path: "/list/9", value: 1 }],
    ["copies from nowhere", { op: "copy", path: "/name", from: "/none" }],
    ["reaches for the prototype", { op: "add", path: "/__proto__", value: { polluted: true } }],
    ["reaches through the prototype", { op: "replace", path: "/constructor/prototype", value: 1 }],
  ])("refuses an operation that %s", (_, operation) => {
    expect(codeOf(() => patched(operation))).toBe("patch_path_missing");
    expect({}).not.toHaveProperty("polluted");
  });
});

it("tells the fields a patch writes, not those it only reads", () => {
  const operations = parsePatch(
    [
      { op: "replace", path: "/inner/cc", value: 1 },
      { op: "copy", path: "/empty", from: "/name" },
    ],
    false,
  );
  expect([...fieldsPatchedBy(operations)]).toEqual(["inner", "empty"]);
});
