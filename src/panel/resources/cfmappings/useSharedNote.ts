import { useLocale, useTranslate } from "react-admin";
import { fieldKey } from "../../navigation/labels.ts";
import { formatList } from "../../providers/texts.ts";
import { type ForwardPosition, otherUses, type SetMember } from "./forwards.ts";

/** "Also used by Busy": said before a set is changed that other forwards use; undefined: none does. */
export function useSharedNote(
  position: ForwardPosition,
  member: SetMember,
  id: number | undefined,
): string | undefined {
  const translate = useTranslate();
  const locale = useLocale();
  const types = id === undefined ? [] : otherUses(position, member, id);
  if (types.length === 0) return undefined;
  const names = types.map((type) => translate(fieldKey("cfmappings", type)));
  return translate("forwards.shared", { names: formatList(names, locale) });
}
