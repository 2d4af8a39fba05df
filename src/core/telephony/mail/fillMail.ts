import type { WireRecord } from "../../schema/descriptor.ts";
import { toLiquidTemplate } from "../deviceTemplates/liquidTemplate.ts";
import { fillIn } from "../deviceTemplates/templateEngine.ts";
import type { filledFields, MailValues } from "./mailTemplates.ts";

/** Fills in a template. Headers stay on one line. */
export function fillMail(template: WireRecord, values: MailValues) {
  const fill = (field: (typeof filledFields)[number]) => fillText(String(template[field] ?? ""), values);
  const line = (field: (typeof filledFields)[number]) => fill(field).replaceAll(/\s+/g, " ").trim();
  return {
    from: line("from_email"),
    subject: line("subject"),
    text: fill("body"),
    attachmentName: line("attachment_name"),
  };
}

/** Fills in values. Other directives, which older databases may have, disappear. */
function fillText(text: string, values: MailValues): string {
  return fillIn({ liquid: toLiquidTemplate(text, Object.keys(values)).liquid, format: "plain" }, values);
}
