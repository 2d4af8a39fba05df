import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { isObject } from "../../core/schema/isObject.ts";
import { send } from "./http.ts";
import { readText } from "./rest.ts";

interface MailRequest {
  /** Asks the platform to mail; `POST`. */
  readonly path: string;
  readonly body?: unknown;
  /** Key of the notice when the message is on its way, with `%{to}`. */
  readonly sent: string;
  readonly onSent?: () => void;
}

interface MailResponse {
  readonly to: string;
  /** The message stays on the platform, which has no mail server. */
  readonly isOutbox: boolean;
}

/** A message that the platform sends on request, and the notice where it went. Needs the texts of `mails`. */
export function useSendMail({ path, body, sent, onSent }: MailRequest): UseMutationResult<MailResponse, Error, void> {
  const notify = useNotify();
  return useMutation({
    mutationFn: () => requestMail(path, body),
    onSuccess: ({ to, isOutbox }) => {
      notify(isOutbox ? "mails.test.kept" : sent, { type: isOutbox ? "warning" : "success", messageArgs: { to } });
      onSent?.();
    },
  });
}

async function requestMail(path: string, content: unknown): Promise<MailResponse> {
  // The mail server may take its time.
  const { body } = await send({ method: "POST", path, body: content, timeout: 60_000 });
  if (!isObject(body)) throw new Error("a sent message should have an address");
  return { to: readText(body, "to") ?? "", isOutbox: body.is_outbox === true };
}
