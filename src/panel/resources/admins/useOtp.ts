import { useQueryClient } from "@tanstack/react-query";
import { HttpError, useDataProvider, useNotify, useTranslate } from "react-admin";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { confirmRegistration, resetSecondFactor } from "../../providers/otpSecret.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import type { FormError } from "../../views/form/formErrors.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { toChecked, useValidatedSave } from "../../views/form/useValidatedSave.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";

/** The platform's exact message. */
const wrongCode = "Invalid OTP";

const shownFields = new Set(["code"]);

export type SecondFactor = ReturnType<typeof useOtp>;

/** Actions on an administrator's second factor; the record is refetched afterwards. */
export function useOtp({ id }: RecordOf<"admins">) {
  const { adminId } = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const problems = useErrorMessageContext("admins");
  const { save, isSaving, refused, errors } = useValidatedSave({ problems, shownFields });
  /** `done` is the text of the notice; null: the screen says enough. */
  const run = async (send: () => Promise<unknown>, done: string | null, broken: readonly FormError[] = []) => {
    if (isSaving || "refused" in (await save({ check: () => toChecked(null, broken), send }))) return;
    if (done) notify(done, { type: "success" });
    refreshAfterWrite(queryClient);
  };
  const isWrongCode = refused?.error instanceof HttpError && refused.error.message === wrongCode;
  const reason = requestErrorText(translate, refused?.error);
  return {
    isBusy: isSaving,
    /** The error of the last attempt. */
    errorText: errors["/code"] ?? (refused && (isWrongCode ? translate("views.security.wrongCode") : reason)),
    setRequired: (isRequired: boolean) =>
      run(
        () => dataProvider.patchField("admins", id, "enable_2fa", isRequired),
        // The user's own is not done yet: the code to scan comes next.
        !isRequired ? "views.security.done.off" : id === adminId ? null : "views.security.done.required",
      ),
    reset: () => run(() => resetSecondFactor(id), "views.security.done.reset"),
    /** Completes the user's own registration. */
    confirm: (code: string) => {
      const missing = { pointer: "/code", text: translate("views.security.codeMissing") };
      const broken = code.trim() === "" ? [missing] : [];
      return run(() => confirmRegistration(code), "views.security.done.confirmed", broken);
    },
  };
}
