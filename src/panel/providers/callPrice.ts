import type { Identifier } from "react-admin";
import type { CallPrice } from "../../core/telephony/rating/callPrice.ts";
import { fetchObject } from "./fetchObject.ts";
import { itemPath } from "./rest.ts";

/** A call that is asked about, as the query of the request; empty parts are left out. */
export type CallQuestion = Readonly<Record<string, string>>;

/** Loads the fee of a billing profile that applies to a call, and the price of the call. Rejects with an HttpError. */
export async function loadCallPrice(
  profile: Identifier,
  question: CallQuestion,
  signal?: AbortSignal,
): Promise<CallPrice> {
  return fetchObject({ path: `${itemPath("billingprofiles", profile)}/price`, query: question, signal }, {});
}
