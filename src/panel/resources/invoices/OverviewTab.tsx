import { Facts } from "../../views/details/Facts.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { MailInvoice } from "./MailInvoice.tsx";

/** What an invoice says, and a button that mails it. */
export function OverviewTab({ descriptor, record }: OwnTabProps) {
  return (
    <>
      <Facts descriptor={descriptor} record={record} />
      <MailInvoice record={record} />
    </>
  );
}
