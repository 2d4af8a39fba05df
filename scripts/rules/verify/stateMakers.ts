import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import type { World } from "../../../tests/support/world.ts";
import { collection, type Reply, type Requests, replaceField } from "./requests.ts";

/** Creates the state that a rule is about, then sends the request it forbids. */
export type State = (world: World, requests: Requests) => Promise<Reply>;

export const post =
  (resource: string, change: (world: World, record: WireRecord) => Promise<WireRecord> | WireRecord): State =>
  async (world, requests) => {
    const record = await world.valid(resource);
    return requests.request("POST", collection(resource), { ...record, ...(await change(world, record)) });
  };

export const patch = (requests: Requests, resource: string, id: number, field: string, value: Json) =>
  requests.request("PATCH", `${collection(resource)}${id}`, replaceField(field, value));

/** Changes a field of a record of the world. */
export const change =
  (
    resource: string,
    field: string,
    value: (world: World, id: number) => Promise<Json> | Json,
    owner: (world: World) => Promise<number> = (world) => world.make(resource),
  ): State =>
  async (world, requests) => {
    const id = await owner(world);
    return patch(requests, resource, id, field, await value(world, id));
  };

/** Creates two records that are equal in these fields. */
export const duplicate =
  (resource: string, fields: readonly string[]): State =>
  async (world, requests) => {
    const [first, second] = [await world.valid(resource), await world.valid(resource)];
    await requests.request("POST", collection(resource), first);
    const copied = Object.fromEntries(fields.map((field) => [field, first[field]]));
    return requests.request("POST", collection(resource), { ...second, ...copied });
  };

/** A record of another, new reseller. */
export async function fromOtherReseller(world: World, resource: string, values: WireRecord = {}): Promise<number> {
  return world.make(resource, { ...values, reseller_id: await world.make("resellers") });
}

export async function pbxCustomer(world: World): Promise<number> {
  return world.make("customers", { type: "pbxaccount" });
}

/** A record that has ended. */
export async function terminated(resource: string, world: World, requests: Requests): Promise<number> {
  const id = await world.make(resource);
  await patch(requests, resource, id, "status", "terminated");
  return id;
}

/** A customer of another reseller. */
export async function foreignCustomer(world: World): Promise<number> {
  const reseller_id = await world.make("resellers");
  const contact_id = await world.make("customercontacts", { reseller_id });
  const billing_profile_id = await world.make("billingprofiles", { reseller_id });
  return world.make("customers", { contact_id, billing_profile_id });
}
