import { usePhoneParts } from "../../providers/phoneSlot.ts";

/** A button that calls the number before it: only while the web phone can, and the text is something to dial. */
export function Dial({ number }: { readonly number: string }) {
  const CallButton = usePhoneParts()?.CallButton;
  return CallButton ? <CallButton number={number} /> : null;
}
