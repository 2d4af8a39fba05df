import { keepPreviousData } from "@tanstack/react-query";
import { useGetMany, useLocale, useTranslate } from "react-admin";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { enumKey } from "../../navigation/labels.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { toInlineName } from "../../providers/texts.ts";
import type { FieldComponentProps } from "../../views/form/override.ts";
import type { Key, KeyAssignment } from "./keys.ts";

export type KeyTexts = ReturnType<typeof useKeyTexts>;

/** Names of keys and their assignments, in the user's language. */
export function useKeyTexts(
  { resource, path }: Pick<FieldComponentProps, "resource" | "path">,
  lines: readonly KeyAssignment[],
) {
  const translate = useTranslate();
  const locale = useLocale();
  const nameOf = useSubscriberNames(lines);
  const wordOf = ({ type }: KeyAssignment) =>
    type ? translate(enumKey(resource, `${path}.type`, type), { _: type }) : "";
  const labelOf = (line: KeyAssignment) => line.label || nameOf(line) || wordOf(line);
  const titleOf = (number: number, group: string, module: number) =>
    translate(module > 0 ? "deviceKeys.moduleKey" : "deviceKeys.key", { number: number + 1, group, module });
  const contentOf = (line: KeyAssignment | undefined) =>
    line ? `${toInlineName(wordOf(line), locale)}, ${labelOf(line)}` : translate("deviceKeys.free");
  return {
    nameOf,
    labelOf,
    contentOf,
    titleOf: ({ index, group, module }: Key) => titleOf(index, group.name, module),
    lineTitle: ({ key_num, linerange, extension_unit }: KeyAssignment) =>
      titleOf(key_num ?? 0, linerange ?? "", extension_unit ?? 0),
    /** The texts of a key on the picture. */
    faceOf: ({ index, group, module }: Key, line: KeyAssignment | undefined) => ({
      name: translate("deviceKeys.face", { key: titleOf(index, group.name, module), content: contentOf(line) }),
      label: line ? labelOf(line) : "",
      group: module > 0 ? translate("deviceKeys.moduleGroup", { group: group.name, module }) : group.name,
    }),
  };
}

/** Returns the names of lines' subscribers: their display names, otherwise their addresses. Empty without one. */
function useSubscriberNames(lines: readonly KeyAssignment[]): (line: KeyAssignment) => string {
  const ids = [...new Set(lines.flatMap(({ subscriber_id: id }) => (typeof id === "number" ? [id] : [])))];
  const { data, isPending, isPlaceholderData } = useGetMany<RecordOf<"subscribers">>(
    "subscribers",
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  const names = new Map(
    // Subscribers that cannot be read are missing.
    data?.flatMap((record) => (record ? [[record.id, nameOf(record)] as const] : [])),
  );
  return ({ subscriber_id: id }) => {
    if (typeof id !== "number") return "";
    return names.get(id) ?? (isPending || isPlaceholderData ? "…" : `#${id}`);
  };
}

function nameOf(record: RecordOf<"subscribers">): string {
  return record.display_name || recordTitle(summaryOf("subscribers").recordRepresentation, record);
}
