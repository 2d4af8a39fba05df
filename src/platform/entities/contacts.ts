import { sql } from "kysely";
import { inUse } from "../../core/errors.ts";
import type { EntityHooks, RemoveEvent, Row, Work, WriteEvent } from "../entityHooks.ts";
import { checkReseller, isChanged, refuse } from "./checks.ts";

export const systemcontacts: EntityHooks = {
  beforeRemove: (event) => assertUnused(event, "contracts"),
  remove: (event) => keepForTerminated(event, "contracts"),

  // Who is of a reseller sees whom the platform has on its contract, and no other reseller's.
  visibleTo: ({ resellerId }) =>
    resellerId === null
      ? undefined
      : sql<boolean>`${sql.ref("table.id")} in (
          select contract.contact_id from resellers as reseller
          join contracts as contract on contract.id = reseller.contract_id where reseller.id = ${resellerId})`,
};

export const customercontacts: EntityHooks = {
  async beforeWrite(event) {
    refuse(await checkReseller(event));
    await assertMayMove(event);
  },

  beforeRemove: (event) => assertUnused(event, "customers"),
  remove: (event) => keepForTerminated(event, "customers"),

  legacyNarrow: { all_contacts: sql<boolean>`true` },
};

/** Customers keep their reseller, and so does the contact they hang on. */
async function assertMayMove(event: WriteEvent): Promise<void> {
  const { previous, work } = event;
  if (!previous || !isChanged(event, "reseller_id")) return;
  const users = await usersOf(work, "customers", previous.id);
  if (users.length > 0) throw inUse("customercontacts", "customers", users.length);
}

async function assertUnused({ work, row, descriptor }: RemoveEvent, users: string): Promise<void> {
  const live = (await usersOf(work, users, row.id)).filter(({ status }) => status !== "terminated");
  if (live.length > 0) throw inUse(descriptor.name, users, live.length);
}

/** Terminated contracts still show their contact, so it is hidden and not erased. */
async function keepForTerminated({ work, row, descriptor }: RemoveEvent, users: string): Promise<boolean> {
  if ((await usersOf(work, users, row.id)).length === 0) return false;
  await work.change(descriptor.name, [row.id], { status: "terminated" });
  return true;
}

function usersOf(work: Work, resource: string, contactId: number): Promise<Row[]> {
  return work.find(resource, { contact_id: contactId });
}
