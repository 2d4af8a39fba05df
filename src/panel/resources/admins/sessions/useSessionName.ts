import { useTranslate } from "ra-core";
import type { PanelRecord } from "../../../providers/rest.ts";

/** How people would call a session: "Firefox on Linux". */
export function useSessionName(): (session: PanelRecord) => string {
  const translate = useTranslate();
  return ({ program, system }) => {
    const name = String(program || translate("views.sessions.unknown"));
    return system ? translate("views.sessions.name", { program: name, system: String(system) }) : name;
  };
}
