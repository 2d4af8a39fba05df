import type { useTranslate } from "react-admin";

/** What a sound is for: "Calling card: enter the PIN" for `calling_card_pin`; a handle without a text stands for itself. */
export function handleName(translate: ReturnType<typeof useTranslate>, handle: string): string {
  if (/^\d$/.test(handle)) return translate("sounds.digit", { number: handle });
  const custom = /^custom_announcement_(\d+)$/.exec(handle)?.[1];
  if (custom !== undefined) return translate("sounds.custom", { number: custom });
  return translate(`sounds.handles.${handle}`, { _: handle });
}
