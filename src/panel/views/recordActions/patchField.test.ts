import { expect, expectTypeOf, it } from "vitest";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { Resources } from "../../../generated/types/index.gen.ts";
import type { RecordOf } from "../../providers/rest.ts";
import type { FormOverride } from "../form/override.ts";
import type { CustomTabProps } from "../override.ts";
import type { useRecord } from "../show/useRecord.ts";
import { type PatchParts, patchField } from "./patchField.ts";

interface Given {
  readonly parts: PatchParts;
  readonly descriptor: ResourceDescriptor<"cfmappings">;
  readonly mappings: RecordOf<"cfmappings">;
  readonly customer: RecordOf<"customers">;
}

it("patches records of the descriptor's resource, by fields that an update may write", () => {
  const changesOf = ({ parts, descriptor, mappings, customer }: Given) => [
    patchField(parts, descriptor, mappings, "cft_ringtimeout", 20),
    patchField(parts, descriptor, mappings, "cfu", [{ destinationset_id: 3 }]),
    // @ts-expect-error -- no such field
    patchField(parts, descriptor, mappings, "cft_ringtime", 20),
    // @ts-expect-error -- a number
    patchField(parts, descriptor, mappings, "cft_ringtimeout", "20"),
    // @ts-expect-error -- without its set
    patchField(parts, descriptor, mappings, "cfu", [{ enabled: true }]),
    // @ts-expect-error -- platforms tell it
    patchField(parts, descriptor, mappings, "id", 5),
    // @ts-expect-error -- a record of another resource
    patchField(parts, descriptor, customer, "cft_ringtimeout", 20),
  ];
  expect(changesOf).toBeTypeOf("function");
});

it("knows the fields of records by the names of their resources", () => {
  expectTypeOf<NonNullable<ReturnType<typeof useRecord<"cfmappings">>["data"]>>().toEqualTypeOf<
    RecordOf<"cfmappings">
  >();
  expectTypeOf<CustomTabProps<"calls">["record"]["duration"]>().toEqualTypeOf<number>();
  const told = ({ record }: CustomTabProps<"calls">) => [
    // @ts-expect-error -- no such field
    record.cost,
    // @ts-expect-error -- no such status
    record.call_status === "bussy",
  ];
  // @ts-expect-error -- no such field
  const form: FormOverride<"admins"> = { onlyNew: ["pasword"] };
  // @ts-expect-error -- without a handle
  const sound: Resources["soundfiles"]["create"] = { set_id: 1 };
  expect([told, form.onlyNew, sound.set_id]).toEqual([expect.any(Function), ["pasword"], 1]);
});
