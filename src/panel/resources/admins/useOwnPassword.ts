import { useQueryClient } from "@tanstack/react-query";
import { useNotify, useTranslate } from "ra-core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { loadCommonPasswords } from "../../../core/commonPasswords.ts";
import { passwordProblems } from "../../../core/password.ts";
import { usePasswordPolicy } from "../../kinds/password/usePasswordPolicy.ts";
import { changeOwnPassword, type PasswordRefusal } from "../../providers/passwords.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";

interface Problems {
  readonly password?: string;
  readonly repeat?: string;
  readonly other?: string;
}

/** What is typed for a new password of one's own, what is wrong with it, and the way to save it. */
export function useOwnPassword(login: string) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const policy = usePasswordPolicy();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const name = problems.password ? "new_password" : problems.repeat ? "repeat" : null;
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }, [problems]);

  const check = async (): Promise<Problems> => {
    if (password === "") return { password: translate("rules.required") };
    // Without the list the platform refuses common passwords alone.
    const isCommon = await loadCommonPasswords().catch(() => undefined);
    const broken = passwordProblems(password, { policy, username: login, isCommon });
    const texts = broken.map(({ rule, params }) => translate(`rules.password.${rule}`, params));
    return {
      ...(texts.length > 0 ? { password: texts.join(". ") } : {}),
      ...(password === repeat ? {} : { repeat: translate("views.password.differs") }),
    };
  };

  const tell = (refusal: PasswordRefusal): Problems => {
    if (refusal.reason !== "weak") return { other: translate(`views.password.failure.${refusal.reason}`) };
    const texts = refusal.complaints.map((one) => ("text" in one ? one.text : translate(one.key, one.params)));
    return { password: texts.join(". ") };
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const found = await check();
    const refusal = Object.keys(found).length > 0 ? null : await changeOwnPassword(password);
    setIsBusy(false);
    setProblems(refusal ? tell(refusal) : found);
    if (refusal || Object.keys(found).length > 0) return;
    setPassword("");
    setRepeat("");
    notify("views.password.changed", { type: "success" });
    refreshAfterWrite(queryClient);
  };

  return { form, policy, password, setPassword, repeat, setRepeat, problems, isBusy, save };
}
