import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import type { FieldValueProps } from "../kinds/Value.tsx";
import { fieldKey } from "../navigation/labels.ts";
import { revealSecret } from "../providers/reveal.ts";
import { CopyButton } from "./CopyButton.tsx";
import { refreshJournals } from "./form/refreshAfterWrite.ts";
import { requestErrorText } from "./requestErrorText.ts";

/** A password or other secret, fetched on click; the journal records who looked. */
export function Secret({ field, record, context }: FieldValueProps) {
  const { translate, resource } = context;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { data, mutate, reset, isPending } = useMutation({
    mutationFn: () => revealSecret(resource, record, field.name),
    // Fetch once only: each request is a journal entry.
    retry: false,
    // A revealed secret is not cached for the next user.
    gcTime: 0,
    onSuccess: () => refreshJournals(queryClient),
    onError: (error) => notify(requestErrorText(translate, error), { type: "error" }),
  });
  const button = (name: "show" | "hide", onClick: () => void) => (
    <Button
      size="small"
      loading={isPending}
      onClick={onClick}
      title={name === "show" ? translate("views.secret.noted") : undefined}
      aria-label={`${translate(`views.secret.${name}`)}: ${translate(fieldKey(resource, field.name))}`}
    >
      {translate(`views.secret.${name}`)}
    </Button>
  );
  if (data === undefined) {
    return (
      <>
        <span aria-hidden="true">••••••••</span> {button("show", () => mutate())}
      </>
    );
  }
  return (
    <span role="status">
      {data === null ? (
        <span className="quiet">{translate("views.details.none")}</span>
      ) : (
        <>
          <code>{data}</code> <CopyButton text={data} />
        </>
      )}{" "}
      {button("hide", reset)}
    </span>
  );
}
