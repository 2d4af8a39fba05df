import type { Json, WireRecord } from "../../core/descriptor.ts";
import { isObject } from "../../core/isObject.ts";
import { anyOf } from "../db/statements.ts";
import type { Work } from "../entityHooks.ts";

/** Ids of the subscribers that have a number of this one's body. */
export async function numberHolders({ db }: Pick<Work, "db">, body: WireRecord): Promise<number[]> {
  const given = [body.primary_number, body.alias_numbers].flat();
  const wanted = given.flatMap((number) => (isObject(number) ? [digitsOf(number)] : []));
  if (wanted.length === 0) return [];
  const held = db.selectFrom("numbers").select("subscriber_id").where("number", "=", anyOf(wanted));
  return (await held.execute()).flatMap(({ subscriber_id }) => subscriber_id ?? []);
}

function digitsOf({ cc, ac, sn }: { readonly [part: string]: Json }): string {
  return [cc, ac, sn].map((part) => (part === null || part === undefined ? "" : String(part))).join("");
}
