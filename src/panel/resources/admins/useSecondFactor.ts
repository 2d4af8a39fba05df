import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { HttpError, useDataProvider, useNotify, useTranslate } from "react-admin";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { confirmRegistration, resetSecondFactor } from "../../providers/otpSecret.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { refusalText } from "../../views/record/refusalText.ts";

export interface SecondFactor {
  readonly isBusy: boolean;
  /** Why the last attempt was refused. */
  readonly refusal: string | null;
  readonly setRequired: (isRequired: boolean) => Promise<void>;
  readonly reset: () => Promise<void>;
  /** Completes the user's own registration. */
  readonly confirm: (code: string) => Promise<void>;
}

/** The platform's exact message. */
const wrongCode = "Invalid OTP";

/** Actions on an administrator's second factor; the record is refetched afterwards. */
export function useSecondFactor({ id }: PanelRecord): SecondFactor {
  const { adminId } = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const run = async (work: () => Promise<unknown>, done: string | null) => {
    if (isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    try {
      await work();
      if (done) notify(done, { type: "success" });
      refreshAfterWrite(queryClient);
    } catch (error) {
      const isWrongCode = error instanceof HttpError && error.message === wrongCode;
      setRefusal(isWrongCode ? translate("views.security.wrongCode") : refusalText(translate, error));
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    refusal,
    setRequired: (isRequired) =>
      run(
        () => dataProvider.patchField("admins", id, "enable_2fa", isRequired),
        // The user's own is not done yet: the code to scan comes next.
        !isRequired ? "views.security.done.off" : Number(id) === adminId ? null : "views.security.done.required",
      ),
    reset: () => run(() => resetSecondFactor(id), "views.security.done.reset"),
    confirm: (code) => run(() => confirmRegistration(code), "views.security.done.confirmed"),
  };
}
