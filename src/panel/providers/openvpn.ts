import { send } from "./http.ts";
import { isObject } from "./isObject.ts";

export type OpenvpnState = "open" | "closed";

const path = "/api/openvpn";

export async function loadOpenvpn(): Promise<OpenvpnState> {
  return stateIn((await send({ path })).body);
}

/** Rejects with the platform's refusal, also where it is so already. */
export async function setOpenvpn(state: OpenvpnState): Promise<OpenvpnState> {
  // The platform asks a program of the operator's, twice.
  return stateIn((await send({ method: "PUT", path, body: { state }, timeout: 30_000 })).body);
}

function stateIn(body: unknown): OpenvpnState {
  const state = isObject(body) ? body.state : undefined;
  if (state !== "open" && state !== "closed") throw new Error("openvpn should have a state");
  return state;
}
