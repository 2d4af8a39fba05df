import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useLocale } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { enumKey, nameKey } from "../../navigation/labels.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasExtension } from "../../providers/extensions.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { Column } from "./columns.ts";

/** The cell of a row whose value is changed in place. */
export interface EditedCell {
  readonly column: Column;
  readonly record: PanelRecord;
  /** The record's name for labels: screen readers announce the control without its row. */
  readonly title: string;
  readonly context: CellContext;
}

interface InlineQuestionProps extends EditedCell {
  readonly value: Json;
  readonly onAnswer: (isYes: boolean) => void;
}

/** Asks before a value changes in its row, and says how many other records that concerns. */
export function InlineQuestion({ column, record, title, context, value, onAnswer }: InlineQuestionProps) {
  const { translate } = context;
  const locale = useLocale();
  const access = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { affects } = column.field ?? {};
  const resource = affects?.resource ?? "";
  const { data: total } = useQuery({
    queryKey: [resource, "affected", affects?.target, record.id],
    queryFn: async () => {
      const { total: count } = await dataProvider.getList(resource, {
        filter: { [affects?.target ?? ""]: record.id },
        pagination: { page: 1, perPage: 1 },
        sort: { field: "id", order: "ASC" },
        meta: { expand: [] },
      });
      return count;
    },
    // Other platforms would ignore the parameter, and count all.
    enabled: affects !== undefined && hasExtension("bulk_jobs") && access.can(summaryOf(resource), "read"),
  });
  const what = `${translate(nameKey(resource), { smart_count: 2 })}: ${total?.toLocaleString(locale)}`;
  const show = () => {
    if (typeof value === "boolean") return translate(`views.value.${value ? "yes" : "no"}`);
    if (!hasValue(value)) return translate("views.list.inline.none");
    return translate(enumKey(context.resource, column.source, String(value)), { _: String(value) });
  };
  const text = translate("views.list.inline.ask.text", { value: show() });
  return (
    <Confirm
      isOpen
      title={translate("views.list.inline.ask.title", { name: translate(column.labelKey), title })}
      content={total === undefined ? text : `${text} ${translate("views.list.inline.ask.affects", { what })}`}
      confirm="views.list.inline.ask.confirm"
      cancel="views.list.inline.ask.cancel"
      onClose={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    />
  );
}
