import { type RawBuilder, sql } from "kysely";

/**
 * A condition that an extension module fits a phone, whichever of the two names the other, for queries with both as
 * `module` and `phone`.
 */
export const compatibleModules: RawBuilder<boolean> = sql<boolean>`(
  module.type = 'extension' and module.reseller_id = phone.reseller_id
  and (phone.connectable_models @> to_jsonb(module.id) or module.connectable_models @> to_jsonb(phone.id)))`;
