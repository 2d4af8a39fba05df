import { Facts } from "../../views/details/Facts.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { MailInvoice } from "./MailInvoice.tsx";

/** What an invoice says, and a button that mails it. The month stands for its first and last second. */
export function OverviewTab({ descriptor, record }: OwnTabProps) {
  const fields = descriptor.fields.filter(({ name }) => name !== "period_start" && name !== "period_end");
  return (
    <>
      <Facts descriptor={record.period ? { ...descriptor, fields } : descriptor} record={record} />
      <MailInvoice record={record} />
    </>
  );
}
