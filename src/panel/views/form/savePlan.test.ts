import { HttpError } from "ra-core";
import { describe, expect, it } from "vitest";
import type { WireRecord } from "../../../core/descriptor.ts";
import { resources } from "../../../generated/all.gen.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { savePlan } from "./savePlan.ts";

const descriptor = resources.customers?.descriptor;
if (!descriptor) throw new Error("no customers");
const base: PanelRecord = { id: 4, status: "active", billing_profile_id: 1, unheard_of: "x", _etag: '"1"' };

/** A platform of one record; each change makes a new version. */
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
    update: async (_: string, { data, previousData }: { data: WireRecord; previousData?: WireRecord }) => {
      calls.push(`update ${JSON.stringify(data)} over ${previousData?._etag}`);
      if (options.refuse) throw new HttpError("refused", 422);
      return { data: stored() as never };
    },
  };
  return { calls, dataProvider: dataProvider as never };
}

const plan = (patches: { field: string; value: number }[], record: WireRecord) => ({
  patches,
  record,
  toFormPointer: (pointer: string) => pointer,
});

describe("saving a record", () => {
  it("sends it as a whole, with what the schema does not know, over the version it was read in", async () => {
    const { calls, dataProvider } = platform();
    await savePlan({ dataProvider, descriptor, onPartlySaved: () => {} }, plan([], { status: "locked" }), base);
    expect(calls).toEqual([`update {"unheard_of":"x","status":"locked"} over "1"`]);
  });

  it("changes single fields first, and goes on from the version they make", async () => {
    const { calls, dataProvider } = platform();
    const changes = plan([{ field: "billing_profile_id", value: 2 }], { status: "active" });
    await savePlan({ dataProvider, descriptor, onPartlySaved: () => {} }, changes, base);
    expect(calls[0]).toBe("getOne");
    expect(calls[1]).toBe("patch billing_profile_id 2");
    expect(calls[2]).toContain('over "2"');
  });

  it("notices a later version before it changes a single field", async () => {
    const { calls, dataProvider } = platform({ etag: '"9"' });
    const changes = plan([{ field: "billing_profile_id", value: 2 }], {});
    const saving = savePlan({ dataProvider, descriptor, onPartlySaved: () => {} }, changes, base);
    await expect(saving).rejects.toMatchObject({ status: 412 });
    expect(calls).toEqual(["getOne"]);
  });

  it("tells what is stored when the rest is refused", async () => {
    const { dataProvider } = platform({ refuse: "update" });
    const stored: PanelRecord[] = [];
    const changes = plan([{ field: "billing_profile_id", value: 2 }], {});
    const saving = savePlan(
      { dataProvider, descriptor, onPartlySaved: (record) => stored.push(record) },
      changes,
      base,
    );
    await expect(saving).rejects.toMatchObject({ status: 422 });
    expect(stored).toMatchObject([{ id: 4, billing_profile_id: 2, _etag: '"2"' }]);
  });
});
