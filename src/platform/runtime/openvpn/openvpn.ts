import { execFile } from "node:child_process";
import { PlatformError } from "../../../core/validation/errors.ts";

export const openvpnStates = ["open", "closed"] as const;
export type OpenvpnState = (typeof openvpnStates)[number];

/** The VPN connection for the vendor's remote support. */
export interface Openvpn {
  state(): Promise<OpenvpnState>;
  /** Opens or closes it; throws catalogue errors, also when it is already in that state. */
  change(desired: OpenvpnState): Promise<OpenvpnState>;
}

const COMMAND_TIMEOUT_MS = 9_000;
/** Exit code of the command on a host that must not have the connection. */
const wrongHost = 77;

/**
 * The connection, controlled by a command of the operator: `<command> status` prints `open` or `closed`, `<command>
 * open` and `<command> close` change it. Exit code 0 on success, 77 on a host with the wrong role, any other on
 * failure.
 */
export function buildOpenvpn(command: string): Openvpn {
  const state = async () => {
    const printed = (await runCommand(command, "status")).trim();
    const current = openvpnStates.find((candidate) => candidate === printed);
    if (!current) throw new PlatformError("openvpn_unavailable", {}, { cause: new Error(`it printed "${printed}"`) });
    return current;
  };
  return {
    state,
    change: async (desired) => {
      if ((await state()) === desired) {
        throw new PlatformError(desired === "open" ? "openvpn_already_open" : "openvpn_already_closed");
      }
      await runCommand(command, desired === "open" ? "open" : "close");
      return state();
    },
  };
}

function runCommand(command: string, verb: "status" | "open" | "close"): Promise<string> {
  return new Promise((resolve, reject) => {
    // Without a shell, so that nothing in the command's name is interpreted.
    execFile(command, [verb], { timeout: COMMAND_TIMEOUT_MS, maxBuffer: 4096 }, (error, output) => {
      if (!error) resolve(output);
      else
        reject(
          new PlatformError(error.code === wrongHost ? "openvpn_host" : "openvpn_unavailable", {}, { cause: error }),
        );
    });
  });
}
