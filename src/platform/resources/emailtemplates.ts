import type { WireRecord } from "../../core/schema/descriptor.ts";
import { type MailFault, type MailRule, mailFaults } from "../../core/telephony/mail/mailTemplates.ts";
import { memoize } from "../../core/values/memoize.ts";
import type { PointerOf } from "../declaredRules.ts";
import { isColumnChanged, nextValue } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { Check, ResourceHooks, WriteEvent } from "../resourceHooks.ts";

export const emailtemplates: ResourceHooks<"emailtemplates"> = {
  checks: {
    placeholderUnknown: faults("placeholderUnknown"),
    placeholderCode: faults("placeholderCode"),
    senderFixed: faults("senderFixed"),
  },

  legacyConditions: { defaults: resourceExpressions<"emailtemplates">()("table.reseller_id", "is", null) },
};

function faults<Rule extends MailRule>(rule: Rule): Check<"emailtemplates", PointerOf<"emailtemplates", Rule>> {
  type Found = MailFault & { readonly pointer: PointerOf<"emailtemplates", Rule> };
  return { beforeWrite: (event) => newFaults(event).filter((fault): fault is Found => fault.rule === rule) };
}

/** Faults of what the event changes: a new name may be that of another message, with other placeholders. */
const newFaults = memoize((event: WriteEvent<"emailtemplates">): MailFault[] => {
  const columns = ["name", "from_email", "subject", "attachment_name", "body"] as const;
  const changed = new Set<string>(columns.filter((column) => isColumnChanged(event, column)));
  if (changed.size === 0) return [];
  const template: WireRecord = Object.fromEntries(columns.map((column) => [column, nextValue(event, column) ?? null]));
  return mailFaults(template).filter(({ pointer }) => changed.has("name") || changed.has(pointer.slice(1)));
});
