import { useQuery } from "@tanstack/react-query";
import { type Identifier, useDataProvider, useLocale, useTranslate } from "react-admin";
import type { FieldDescriptor } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { nameKey } from "../../resource/labels.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";

/** What is asked before a switch changes a record. */
export interface Question {
  readonly id: Identifier;
  readonly title: string;
  readonly text: string;
  readonly affects: FieldDescriptor["affects"];
}

interface SwitchQuestionProps extends Question {
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks, and says how many records the change concerns beside its own. */
export function SwitchQuestion({ id, title, text, affects, onConfirm, onCancel }: SwitchQuestionProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const resource = affects?.resource ?? "";
  const { data: total } = useQuery({
    queryKey: [resource, "affected", affects?.by, id],
    queryFn: async () => {
      const { total: found } = await dataProvider.getList(resource, {
        filter: { [affects?.by ?? ""]: id },
        pagination: { page: 1, perPage: 1 },
        sort: { field: "id", order: "ASC" },
        meta: { expand: [] },
      });
      return found;
    },
    // Other platforms would ignore the parameter, and count all.
    enabled: affects !== undefined && isOffered("bulk_jobs") && access.can(summaryOf(resource), "read"),
  });
  const what = `${translate(nameKey(resource), { smart_count: 2 })}: ${total?.toLocaleString(locale)}`;
  return (
    <ConfirmDialog
      isOpen
      title={title}
      text={total === undefined ? text : `${text} ${translate("views.list.inline.ask.affects", { what })}`}
      confirmLabel={translate("views.list.inline.ask.confirm")}
      cancelLabel={translate("views.list.inline.ask.cancel")}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
