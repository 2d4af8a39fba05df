import { execFile } from "node:child_process";
import { PlatformError } from "../../core/errors.ts";

export const openvpnStates = ["open", "closed"] as const;
export type OpenvpnState = (typeof openvpnStates)[number];

/** The connection by which a platform's makers look at it from afar. */
export interface Openvpn {
  state(): Promise<OpenvpnState>;
  /** Opens or closes it; throws the catalogue's refusals, also where it is so already. */
  change(wanted: OpenvpnState): Promise<OpenvpnState>;
}

const patienceMs = 9_000;
/** What the command leaves with on a host that may not have the connection. */
const wrongHost = 77;

/**
 * The connection behind a command of the operator's: `<command> status` prints `open` or `closed`, `<command> open` and
 * `<command> close` do what they say. It leaves with 0, with 77 on a host of the wrong role, with any other status where
 * it can not tell.
 */
export function buildOpenvpn(command: string): Openvpn {
  const state = async () => {
    const printed = (await run(command, "status")).trim();
    const found = openvpnStates.find((known) => known === printed);
    if (!found) throw new PlatformError("openvpn_unavailable", {}, { cause: new Error(`it printed "${printed}"`) });
    return found;
  };
  return {
    state,
    change: async (wanted) => {
      if ((await state()) === wanted) {
        throw new PlatformError(wanted === "open" ? "openvpn_already_open" : "openvpn_already_closed");
      }
      await run(command, wanted === "open" ? "open" : "close");
      return state();
    },
  };
}

function run(command: string, verb: "status" | "open" | "close"): Promise<string> {
  return new Promise((resolve, reject) => {
    // Without a shell: nothing in the command's name means anything but the name.
    execFile(command, [verb], { timeout: patienceMs, maxBuffer: 4096 }, (error, output) => {
      if (!error) resolve(output);
      else
        reject(
          new PlatformError(error.code === wrongHost ? "openvpn_host" : "openvpn_unavailable", {}, { cause: error }),
        );
    });
  });
}
