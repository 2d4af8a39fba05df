import { sql } from "kysely";
import { inUse } from "../../core/validation/errors.ts";
import { isColumnChanged } from "../records/hookHelpers.ts";
import type { HookContext, RemoveEvent, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

export const systemcontacts: ResourceHooks<"systemcontacts"> = {
  replaceRemoval: (event) => keepForTerminated(event, "contracts"),
};

export const customercontacts: ResourceHooks<"customercontacts"> = {
  async beforeWrite(event) {
    await assertMayMove(event);
  },

  replaceRemoval: (event) => keepForTerminated(event, "customers"),

  legacyConditions: { all_contacts: sql.lit(true) },
};

/** Customers keep their reseller, and so does their contact. */
async function assertMayMove(event: WriteEvent<"customercontacts">): Promise<void> {
  const { previous, context } = event;
  if (!previous || !isColumnChanged(event, "reseller_id")) return;
  const users = await usersOf(context, "customers", previous.id);
  if (users.length > 0) throw inUse("customercontacts", "customers", users.length);
}

/** Terminated contracts still show their contact, so it is hidden instead of deleted. */
async function keepForTerminated(
  { context, row, descriptor }: RemoveEvent<"customercontacts">,
  users: string,
): Promise<boolean> {
  if ((await usersOf(context, users, row.id)).length === 0) return false;
  await context.updateMany(descriptor.name, [row.id], { status: "terminated" });
  return true;
}

function usersOf(context: HookContext, resource: string, contactId: number): Promise<Row[]> {
  return context.findBy(resource, { contact_id: contactId });
}
