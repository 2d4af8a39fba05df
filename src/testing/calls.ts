import type { Insertable } from "kysely";
import type { Tables } from "../generated/database.gen.ts";

/** A call as one of its sides would tell it. */
export interface ToldCall {
  readonly reseller_id?: number;
  readonly customer_id?: number;
  readonly direction?: "in" | "out";
  readonly own_cli?: string;
  readonly other_cli?: string;
  readonly intra_customer?: boolean;
  readonly status?: Tables["calls"]["call_status"];
  readonly call_id?: string;
  readonly start_time: string;
  readonly seconds?: number;
  readonly customer_cost?: number;
  readonly reseller_cost?: number;
  readonly carrier_cost?: number;
  readonly customer_free_time?: number;
  readonly zone?: string | null;
  /** The fee of an outgoing call. */
  readonly fee_id?: number;
}

/** The record of it, for tests. */
export function callRow(told: ToldCall): Insertable<Tables["calls"]> {
  const { direction = "out", reseller_id = 2, customer_id = null, start_time, intra_customer = false } = told;
  const { own_cli = "43111", other_cli = "43222", status = "ok", call_id = "a", seconds = 60 } = told;
  const {
    customer_cost = 0,
    reseller_cost = 0,
    carrier_cost = 0,
    customer_free_time = 0,
    zone = null,
    fee_id = null,
  } = told;
  const common = { call_type: "call" as const, call_status: status, call_id, init_time: start_time, start_time };
  const call = { ...common, duration: seconds, rating_status: "ok" as const, source_clir: false };
  if (direction === "out")
    return {
      ...{ ...call, source_cli: own_cli, destination_user_in: other_cli, source_user_id: "own" },
      ...{ source_reseller_id: reseller_id, source_customer_id: customer_id, source_customer_cost: customer_cost },
      ...{ source_reseller_cost: reseller_cost, source_carrier_cost: carrier_cost, source_zone: zone },
      ...{ source_customer_free_time: customer_free_time, source_customer_billing_fee_id: fee_id },
      ...(intra_customer ? { destination_customer_id: customer_id } : {}),
    };
  return {
    ...{ ...call, source_cli: other_cli, destination_user_in: own_cli, destination_user_id: "own" },
    ...{ destination_reseller_id: reseller_id, destination_customer_id: customer_id, destination_zone: zone },
    ...{ destination_customer_cost: customer_cost, destination_reseller_cost: reseller_cost },
    destination_carrier_cost: carrier_cost,
    ...(intra_customer ? { source_customer_id: customer_id } : {}),
  };
}
