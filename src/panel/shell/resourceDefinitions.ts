import type { ResourceDefinition } from "react-admin";
import { recordTitle } from "../../core/recordTitle.ts";
import { summaries } from "../../generated/index.gen.ts";
import { hasPage } from "../paths.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { nameKey } from "../resource/labels.ts";
import { iconOf } from "./icons.tsx";

/**
 * Every resource as react-admin knows them, so that its components and those of its community find names, titles and
 * screens. Made of the summaries: no screen is loaded for it.
 */
export const resourceDefinitions: Record<string, ResourceDefinition> = Object.fromEntries(
  Object.values(summaries).map(({ name, record, icon }) => [
    name,
    {
      name,
      hasList: hasPage(name, "list"),
      hasCreate: hasPage(name, "create"),
      hasEdit: hasPage(name, "edit"),
      hasShow: hasPage(name, "details"),
      icon: iconOf(icon),
      options: { label: nameKey(name) },
      recordRepresentation: (shown: PanelRecord) => recordTitle(record, shown),
    },
  ]),
);
