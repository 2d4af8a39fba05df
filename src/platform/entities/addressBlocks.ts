import { type RawBuilder, sql } from "kysely";
import type { FieldError } from "../../core/errors.ts";
import { isValid as isIp } from "../../core/formats/ip.ts";
import { isIpv4 } from "../../core/hostName.ts";
import { isObject } from "../../core/prepare.ts";
import { fieldError } from "../../core/validate.ts";
import { listOf } from "./checks.ts";

const IPV4_BITS = 32;

/** An error for each mask that exceeds its address. The list has passed the schema. */
export function maskErrors(blocks: unknown, pointer: string): FieldError[] {
  return listOf(blocks).flatMap((block, index) => {
    const isTooLong = isObject(block) && isIpv4(String(block.ip)) && Number(block.mask ?? 0) > IPV4_BITS;
    return isTooLong ? [fieldError(`${pointer}/${index}/mask`, "maximum", { limit: IPV4_BITS })] : [];
  });
}

/** Whether one of the blocks in a column contains an address; false for a malformed one. */
export function holdsAddress(column: string, address: string): RawBuilder<boolean> {
  if (!isIp(address)) return sql.lit(false);
  const network = sql`(block ->> 'ip' || coalesce('/' || (block ->> 'mask'), ''))::inet`;
  return sql<boolean>`exists (
    select 1 from jsonb_array_elements(${sql.ref(column)}) as block where ${network} >>= ${address}::inet)`;
}
