import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import { foreignCustomer, type World } from "../../../tests/support/world.ts";
import { moduleOf } from "./book.ts";
import { collection, type Reply, type Requests, replaceField } from "./requests.ts";

/**
 * Creates the state that a rule is about, then sends a request that the rule forbids (`isBroken`), or the nearest one that
 * it lets pass: both differ in one thing.
 */
export type State = (world: World, requests: Requests, isBroken: boolean) => Promise<Reply>;

type Values<Value> = (world: World, isBroken: boolean) => Promise<Value> | Value;

/** Creates a record with these values. */
export const post =
  (resource: string, values: Values<WireRecord>): State =>
  async (world, requests, isBroken) => {
    const record = await world.valid(resource);
    return requests.request("POST", collection(resource), { ...record, ...(await values(world, isBroken)) });
  };

export const patch = (requests: Requests, resource: string, id: number, field: string, value: Json) =>
  requests.request("PATCH", `${collection(resource)}${id}`, replaceField(field, value));

/** Changes a field of a record of the world. */
export const change =
  (
    resource: string,
    field: string,
    value: (world: World, isBroken: boolean, id: number) => Promise<Json> | Json,
    owner: Values<number> = (world) => world.make(resource),
  ): State =>
  async (world, requests, isBroken) => {
    const id = await owner(world, isBroken);
    return patch(requests, resource, id, field, await value(world, isBroken, id));
  };

/** Creates two records that are equal in these fields; or that are not. */
export const duplicate =
  (resource: string, fields: readonly string[]): State =>
  async (world, requests, isBroken) => {
    const [first, second] = [await world.valid(resource), await world.valid(resource)];
    await requests.request("POST", collection(resource), first);
    const copied = isBroken ? Object.fromEntries(fields.map((field) => [field, first[field]])) : {};
    return requests.request("POST", collection(resource), { ...second, ...copied });
  };

/** A new record of another, new reseller; or of the world's own. */
export async function ofReseller(world: World, resource: string, isOther: boolean): Promise<number> {
  return makeFor(world, resource, isOther ? await world.make("resellers") : undefined);
}

/** A new record of a reseller that refers to no more than it must: what else there is belongs to the world's. */
export async function makeFor(world: World, resource: string, reseller_id: number | undefined): Promise<number> {
  const optional = moduleOf(resource).descriptor.fields.filter(({ reference, required }) => reference && !required);
  const without = Object.fromEntries(optional.map(({ name }) => [name, null]));
  return world.make(resource, { ...without, ...(reseller_id === undefined ? {} : { reseller_id }) });
}

export async function pbxCustomer(world: World): Promise<number> {
  return world.make("customers", { type: "pbxaccount" });
}

export const numberOf = (sn: string): { [key: string]: Json } => ({ cc: "44", ac: "1632", sn });

/** The customer of a new pilot with this number. */
export async function pilotWith(world: World, sn: string): Promise<number> {
  const customer_id = await pbxCustomer(world);
  const pilot = await world.valid("subscribers", { "customer_id.type": "pbxaccount", is_pbx_pilot: true });
  await world.make("subscribers", { ...pilot, customer_id, primary_number: numberOf(sn) });
  return customer_id;
}

/** A customer of another reseller, or of the world's own. */
export async function customerOf(world: World, isOther: boolean): Promise<number> {
  return isOther ? (await foreignCustomer(world)).customer_id : world.make("customers");
}
