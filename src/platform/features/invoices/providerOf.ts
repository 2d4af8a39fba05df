import type { Row, Work } from "../../resourceHooks.ts";

/** The contact that a reseller's invoices come from. */
export async function providerOf(work: Work, resellerId: number): Promise<Row<"systemcontacts"> | undefined> {
  const reseller = await work.load("resellers", resellerId);
  const contract = await work.load("contracts", Number(reseller?.contract_id));
  return work.load("systemcontacts", Number(contract?.contact_id));
}
