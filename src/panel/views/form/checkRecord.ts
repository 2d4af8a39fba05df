import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { commonPasswordsFor } from "../../../core/validation/commonPasswords.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { validateRecord } from "../../../core/validation/validateRecord.ts";
import type { ReadRelated } from "./referencedValues.ts";

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
