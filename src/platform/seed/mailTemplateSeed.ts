import { customerTemplates } from "../../core/mail/mailTemplates.ts";
import type { Draft } from "./draft.ts";
import type { Tenant } from "./tenants.ts";

/**
 * Gives resellers copies of the platform's mail templates, and their customers the usual ones. The last reseller has
 * none for faxes: the platform got those later.
 */
export function addTemplateCopies(draft: Draft, tenants: readonly Tenant[]): void {
  const defaults = draft.rows("emailtemplates").filter(({ reseller_id }) => reseller_id === null);
  for (const tenant of tenants) {
    const own = new Set(namesOf(draft, tenant.id).keys());
    const isLast = tenant === tenants.at(-1);
    for (const { id: _, ...template } of defaults) {
      if (own.has(template.name) || (isLast && template.name.startsWith("fax_"))) continue;
      draft.add("emailtemplates", { ...template, reseller_id: tenant.id });
    }
  }
  const names = new Map(tenants.map(({ id }) => [id, namesOf(draft, id)]));
  draft.complete("customers", ({ reseller_id }) =>
    Object.fromEntries(
      customerTemplates.map(([field, use]) => [field, names.get(Number(reseller_id))?.get(use) ?? null]),
    ),
  );
}

/** A reseller's templates by name. */
function namesOf(draft: Draft, resellerId: number): ReadonlyMap<string, number> {
  const own = draft.rows("emailtemplates").filter(({ reseller_id }) => reseller_id === resellerId);
  return new Map(own.map(({ id, name }) => [name, id]));
}
