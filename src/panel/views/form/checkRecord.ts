import { commonPasswordsFor } from "../../../core/commonPasswords.ts";
import type { WireRecord } from "../../../core/descriptor.ts";
import type { PasswordPolicy } from "../../../core/password.ts";
import type { ResourceModule } from "../../../core/resourceModule.ts";
import { validateRecord } from "../../../core/validate.ts";
import type { ReadRelated } from "./related.ts";

/** Validates a record with the function that the server uses. */
export async function checkRecord(
  module: ResourceModule,
  record: WireRecord,
  context: {
    readonly mode: "create" | "update";
    readonly passwordPolicy: PasswordPolicy;
    readonly related: ReadRelated;
  },
) {
  // Without the list, only the platform refuses common passwords.
  const isCommonPassword = await commonPasswordsFor(module.descriptor, record).catch(() => undefined);
  return validateRecord(module, record, { ...context, isCommonPassword });
}
