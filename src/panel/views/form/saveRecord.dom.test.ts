import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { resources } from "../../../generated/all.gen.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type PartlySavedError, saveRecord, toChangedRecord } from "./saveRecord.ts";

const descriptor = resources.customers?.descriptor;
if (!descriptor) throw new Error("no customers");
const base: PanelRecord = { id: 4, status: "active", billing_profile_id: 1, unheard_of: "x", _etag: '"1"' };

/** A platform with one record; each change makes a new version. */
function platform(options: { readonly refuse?: "update"; readonly etag?: string } = {}) {
  const calls: string[] = [];
  let version = 1;
  const stored = () => ({ ...base, _etag: `"${version}"` });
  const dataProvider = {
    getOne: async () => {
      calls.push("getOne");
      return { data: { ...stored(), _etag: options.etag ?? stored()._etag } as never };
    },
    patchField: async (_: string, __: unknown, field: string, value: unknown) => {
      calls.push(`patch ${field} ${JSON.stringify(value)}`);
      version += 1;
      return { data: stored() };
    },
    update: async (_: string, { data }: { data: WireRecord }) => {
      calls.push(`update ${JSON.stringify(data)}`);
      if (options.refuse) throw new HttpError("refused", 422);
      return { data: stored() as never };
    },
  };
  return { calls, dataProvider: dataProvider as never };
}

const saving = (platform: { dataProvider: never }, values: WireRecord, profile?: number) =>
  saveRecord(
    { dataProvider: platform.dataProvider, descriptor },
    {
      id: base.id,
      data: toChangedRecord(descriptor, base, values),
      previousData: base,
      meta: profile === undefined ? undefined : { patches: [{ field: "billing_profile_id", value: profile }] },
    },
  );

describe("saving a record", () => {
  it("sends it as a whole, including unknown fields, over the version it was read in", async () => {
    const { calls, dataProvider } = platform();
    await saving({ dataProvider }, { status: "locked" });
    expect(calls).toEqual([`update {"unheard_of":"x","status":"locked","_etag":"\\"1\\""}`]);
  });

  it("changes single fields first, and continues from the resulting version", async () => {
    const { calls, dataProvider } = platform();
    await saving({ dataProvider }, { status: "active" }, 2);
    expect(calls[0]).toBe("getOne");
    expect(calls[1]).toBe("patch billing_profile_id 2");
    expect(calls[2]).toContain('"_etag":"\\"2\\""');
  });

  it("detects a newer version before changing a single field", async () => {
    const { calls, dataProvider } = platform({ etag: '"9"' });
    await expect(saving({ dataProvider }, {}, 2)).rejects.toMatchObject({ status: 412 });
    expect(calls).toEqual(["getOne"]);
  });

  it("reports what was saved when the rest is refused", async () => {
    const { dataProvider } = platform({ refuse: "update" });
    const error = await saving({ dataProvider }, {}, 2).then(undefined, (cause: PartlySavedError) => cause);
    expect(error).toMatchObject({ storedRecord: { billing_profile_id: 2, _etag: '"2"' }, cause: { status: 422 } });
  });
});
