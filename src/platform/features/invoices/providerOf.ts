import type { HookContext, Row } from "../../resourceHooks.ts";

/** The contact that a reseller's invoices come from. */
export async function providerOf(context: HookContext, resellerId: number): Promise<Row<"systemcontacts"> | undefined> {
  const reseller = await context.load("resellers", resellerId);
  const contract = await context.load("contracts", Number(reseller?.contract_id));
  return context.load("systemcontacts", Number(contract?.contact_id));
}
