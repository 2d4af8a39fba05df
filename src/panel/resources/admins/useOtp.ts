import { useMutation, useQueryClient } from "@tanstack/react-query";
import { HttpError, useDataProvider, useNotify, useTranslate } from "react-admin";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { confirmRegistration, resetSecondFactor } from "../../providers/otpSecret.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";

/** The platform's exact message. */
const wrongCode = "Invalid OTP";

interface OtpAction {
  readonly request: () => Promise<unknown>;
  /** The text of the notice; null: the screen says enough. */
  readonly done: string | null;
}

export type SecondFactor = ReturnType<typeof useOtp>;

/** Actions on an administrator's second factor; the record is refetched afterwards. */
export function useOtp({ id }: RecordOf<"admins">) {
  const { adminId } = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ request }: OtpAction) => request(),
    onSuccess: (_, { done }) => {
      if (done) notify(done, { type: "success" });
      refreshAfterWrite(queryClient);
    },
  });
  const run = (request: OtpAction["request"], done: OtpAction["done"]) => isPending || mutate({ request, done });
  const isWrongCode = error instanceof HttpError && error.message === wrongCode;
  return {
    isBusy: isPending,
    /** The error of the last attempt. */
    errorText: error && (isWrongCode ? translate("views.security.wrongCode") : requestErrorText(translate, error)),
    setRequired: (isRequired: boolean) =>
      run(
        () => dataProvider.patchField("admins", id, "enable_2fa", isRequired),
        // The user's own is not done yet: the code to scan comes next.
        !isRequired ? "views.security.done.off" : id === adminId ? null : "views.security.done.required",
      ),
    reset: () => run(() => resetSecondFactor(id), "views.security.done.reset"),
    /** Completes the user's own registration. */
    confirm: (code: string) => run(() => confirmRegistration(code), "views.security.done.confirmed"),
  };
}
