import { useGetList, useTranslate } from "react-admin";
import { FieldValue } from "../../kinds/Value.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { recordPath, toHref } from "../../navigation/recordPath.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { ShowFields } from "../../views/show/ShowFields.tsx";
import { useCellContext } from "../../views/useCellContext.ts";

/** The voucher, and what it was redeemed for. */
export function OverviewTab({ descriptor, record }: CustomTabProps<"vouchers">) {
  const mayRead = useAccess().can(summaryOf("topuplogs"), "read");
  return (
    <>
      {record.used_at && mayRead ? <Redemption voucher={record} /> : null}
      <ShowFields descriptor={descriptor} record={record} />
    </>
  );
}

const facts = ["timestamp", "contract_id", "subscriber_id", "amount", "cash_balance_after", "username"] as const;

/** The line of the top-up log; nothing where it is gone, as with its customer. */
function Redemption({ voucher }: { readonly voucher: RecordOf<"vouchers"> }) {
  const translate = useTranslate();
  const { descriptor } = useResource("topuplogs");
  const context = useCellContext("topuplogs", "details");
  const { data } = useGetList<RecordOf<"topuplogs">>("topuplogs", {
    filter: { voucher_id: voucher.id, outcome: "ok" },
    pagination: { page: 1, perPage: 1 },
    sort: { field: "id", order: "DESC" },
  });
  const line = data?.[0];
  if (!line) return null;
  const visibleFields = facts.flatMap((name) =>
    line[name] === null ? [] : (descriptor.fields.find((field) => field.name === name) ?? []),
  );
  const path = recordPath("topuplogs", "details", line);
  return (
    <section className="card below-12 pad-12-16">
      <h2 className="below-8">{translate("vouchers.redemption")}</h2>
      <SimpleShowLayout>
        {visibleFields.map((field) => (
          <Labeled key={field.name} label={fieldKey("topuplogs", field.name)}>
            <FieldValue field={field} record={line} context={context} />
          </Labeled>
        ))}
      </SimpleShowLayout>
      {path && (
        <p>
          <a href={toHref(path)}>{translate("vouchers.line", { id: line.id })}</a>
        </p>
      )}
    </section>
  );
}
