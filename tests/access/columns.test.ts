import { expect, it } from "vitest";
import type { ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { hasValue, valueAtPath } from "../../src/core/schema/valueAt.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { toListRequest } from "../../src/panel/providers/listRequest.ts";
import { fromList, type PanelRecord } from "../../src/panel/providers/rest.ts";
import type { Access } from "../../src/panel/providers/StartupDataContext.tsx";
import { canSee } from "../../src/panel/providers/StartupDataContext.tsx";
import { listColumns } from "../../src/panel/views/list/columns.ts";
import { fieldGroups } from "../../src/panel/views/show/ShowFields.tsx";
import { type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import type { Api } from "../support/api.ts";

const platform = await openAccessPlatform();

const descriptors = Object.values(resources).map(({ descriptor }) => descriptor);
const lists = descriptors.filter(({ operations }) => operations.includes("list"));

const listed = new WeakMap<Api, Map<string, Promise<readonly PanelRecord[]>>>();

/** The first page of a list as this administrator sees it. Nothing changes meanwhile: asked once. */
function listAs(api: Api, descriptor: ResourceDescriptor): Promise<readonly PanelRecord[]> {
  const known = listed.get(api) ?? new Map<string, Promise<readonly PanelRecord[]>>();
  listed.set(api, known);
  const rows = known.get(descriptor.name) ?? askFor(api, descriptor);
  known.set(descriptor.name, rows);
  return rows;
}

async function askFor(api: Api, descriptor: ResourceDescriptor): Promise<readonly PanelRecord[]> {
  const { path, query = {} } = toListRequest(descriptor, { pagination: { page: 1, perPage: 100 } });
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await api.request("GET", `${path}?${search}`);
  return answer.status === 200
    ? fromList(descriptor.name, { status: 200, headers: new Headers(), body: answer.body }).data
    : [];
}

function accessOf({ role, id }: Member): Pick<Access, "can" | "admin" | "isViewing"> {
  const caller = { role, adminId: id, admin: { call_data: true, billing_data: true } };
  return { ...caller, isViewing: false, can: (resource, right, options) => canSee(caller, resource, right, options) };
}

it("hides columns that are empty because of the role", async () => {
  const empty: string[] = [];
  for (const descriptor of lists) {
    const whole = await listAs(platform.owner, descriptor);
    for (const member of platform.members) {
      const access = accessOf(member);
      if (!access.can(descriptor, "read")) continue;
      const rows = await listAs(member.api, descriptor);
      for (const { source } of listColumns(descriptor, access).filter(({ isTitle }) => !isTitle)) {
        if (rows.some((row) => hasValue(valueAtPath(row, source)))) continue;
        const same = whole.filter(({ id }) => rows.some((row) => row.id === id));
        if (same.some((row) => hasValue(valueAtPath(row, source)))) {
          empty.push(`${member.role}: ${descriptor.name} ${source}`);
        }
      }
    }
  }
  expect(empty).toEqual([]);
});

it("hides references to records that the role cannot look up", async () => {
  const numbers: string[] = [];
  for (const descriptor of descriptors) {
    for (const member of platform.members) {
      const access = accessOf(member);
      if (!access.can(descriptor, "read")) continue;
      const [record] = await listAs(member.api, descriptor);
      const shown = fieldGroups(descriptor, access, record ?? {}).flatMap(({ facts }) => facts);
      for (const { field } of shown) {
        const target = field.reference && resources[field.reference.resource]?.descriptor;
        const value = record?.[field.name];
        if (!target || typeof value !== "number") continue;
        if (!access.can(target, "lookup", { record: { id: value } })) {
          numbers.push(`${member.role}: ${descriptor.name} ${field.name}`);
        }
      }
    }
  }
  expect(numbers).toEqual([]);
});
