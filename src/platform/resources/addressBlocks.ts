import ipaddr from "ipaddr.js";
import { type RawBuilder, sql } from "kysely";
import { type FieldError, fieldError } from "../../core/validation/errors.ts";
import { isValid as isIp } from "../../core/validation/formats/ip.ts";
import { isIpv4 } from "../../core/values/hostName.ts";
import { toJsonArray } from "../records/hookHelpers.ts";
import type { Row } from "../resourceHooks.ts";

const IPV4_BITS = 32;

type Blocks = Row<"billingnetworks" | "customerlocations">["blocks"] | undefined;

/** An error for each mask that exceeds its address. The list has passed the schema. */
export function maskErrors(blocks: Blocks, pointer: string): FieldError[] {
  return toJsonArray(blocks).flatMap(({ ip, mask }, index) => {
    const isTooLong = isIpv4(ip) && (mask ?? 0) > IPV4_BITS;
    return isTooLong ? [fieldError(`${pointer}/${index}/mask`, "maximum", { limit: IPV4_BITS })] : [];
  });
}

/** A network: an address and how many of its leading bits count. Other bits may be set. */
interface Network {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
  /** As it was typed: `192.0.2.7/24`. */
  readonly text: string;
}

/** The blocks of a list, which has passed the schema, as networks. A block without a mask is a single address. */
export function networksOf(blocks: Blocks): Network[] {
  return toJsonArray(blocks).map(({ ip, mask }) => {
    const address = ipaddr.parse(ip);
    const bits = mask ?? address.toByteArray().length * 8;
    return { address, bits, text: mask === undefined || mask === null ? ip : `${ip}/${mask}` };
  });
}

/** Whether two networks are both of IPv4 or both of IPv6. */
export function isSameFamily(network: Network, other: Network): boolean {
  return network.address.kind() === other.address.kind();
}

/** Whether two networks have an address in common: then the larger one contains the other. */
export function haveCommonAddress(network: Network, other: Network): boolean {
  return isSameFamily(network, other) && network.address.match(other.address, Math.min(network.bits, other.bits));
}

/** Whether one of the blocks in a column contains an address; false for a malformed one. */
export function holdsAddress(column: string, address: string): RawBuilder<boolean> {
  if (!isIp(address)) return sql.lit(false);
  const network = sql`(block ->> 'ip' || coalesce('/' || (block ->> 'mask'), ''))::inet`;
  return sql<boolean>`exists (
    select 1 from jsonb_array_elements(${sql.ref(column)}) as block where ${network} >>= ${address}::inet)`;
}
