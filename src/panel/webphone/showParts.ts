import { showPhone } from "../providers/phoneSlot.ts";
import { CallButton } from "./CallButton.tsx";
import { PhoneDock } from "./PhoneDock.tsx";
import { phone } from "./phone.ts";
import { mayDial } from "./phoneState.ts";

const silent = { Dock: PhoneDock, CallButton: null };
const ready = { Dock: PhoneDock, CallButton };

/** Adds the dock and, while a call is possible, the buttons at numbers; takes them away with the phone. */
function update(): void {
  const state = phone.snapshot();
  showPhone(state.owner === null ? null : mayDial(state) ? ready : silent);
}

phone.subscribe(update);
