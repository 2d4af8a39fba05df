import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useDataProvider, useStore, useTranslate } from "react-admin";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { noErrors } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useResource } from "../../providers/resources.ts";
import { hasFlag, type RecordOf } from "../../providers/rest.ts";
import { revealSecret } from "../../providers/reveal.ts";
import { useAccess, useStartupData } from "../../providers/StartupDataContext.tsx";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { phone, usePhone } from "./phone.ts";
import { useRegistrationError } from "./useRegistrationError.ts";

const RESOURCE = "subscribers";

const subscriber: FieldDescriptor = {
  name: "subscriber_id",
  kind: "reference",
  required: true,
  reference: { resource: RESOURCE, search: "username", expand: true, filter: { status: "active" } },
};

type MissingInput = "missingSubscriber" | "missingPassword";

/** The form of the SIP account. The subscriber is remembered, the password never. */
export function SipAccountForm({ url }: { readonly url: string }) {
  const translate = useTranslate();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { owner } = usePhone();
  const error = useRegistrationError();
  const mayReveal = useMayReveal();
  const [id, setId] = useStore<number | null>("phoneLine.subscriber", null);
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<MissingInput | null>(null);
  const turnOn = useMutation({
    mutationFn: async (typedPassword: string | null) => {
      const { data } = await dataProvider.getOne<RecordOf<typeof RESOURCE>>(RESOURCE, { id: Number(id) });
      const word = typedPassword ?? (await revealSecret(RESOURCE, data, "password"));
      if (!word) return false;
      const sipUser = { user: data.username, domain: data.domain ?? "" };
      phone.start({ subscriberId: Number(id), ...sipUser }, { url, password: word });
      return true;
    },
    onSuccess: () => setPassword(""),
    // A revealed password is kept by the phone alone.
    gcTime: 0,
  });
  const begin = (typedPassword: string | null) => {
    const lacks = id === null ? "missingSubscriber" : typedPassword === "" ? "missingPassword" : null;
    setMissing(lacks);
    if (lacks === null) turnOn.mutate(typedPassword);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(password);
  };
  const missingText = (name: MissingInput) => (missing === name ? translate(`webphone.line.${name}`) : undefined);
  return (
    <section className="card pad-16" aria-labelledby="webphone-line">
      <Typography variant="h2" id="webphone-line">
        {translate("webphone.line.title")}
      </Typography>
      <p className="quiet above-4 below-12">{translate("webphone.line.intro")}</p>
      <LineState error={error} />
      <form className="stack gap-16 above-16" noValidate onSubmit={submit} aria-labelledby="webphone-line">
        <KindInput
          id="webphone-subscriber"
          resource={RESOURCE}
          path="subscriber_id"
          field={subscriber}
          value={id}
          onChange={(value: Json | undefined) => {
            setMissing(null);
            setId(typeof value === "number" ? value : null);
          }}
          label={translate("webphone.line.subscriber")}
          required
          errors={missing === "missingSubscriber" ? { "": translate("webphone.line.missingSubscriber") } : noErrors}
        />
        <TextField
          id="webphone-password"
          type="password"
          autoComplete="off"
          required
          label={translate("webphone.line.password")}
          value={password}
          error={missing === "missingPassword"}
          helperText={missingText("missingPassword") ?? translate("webphone.line.passwordHelp")}
          onChange={({ target }) => {
            setMissing(null);
            setPassword(target.value);
          }}
        />
        {turnOn.error && <Alert severity="error">{requestErrorText(translate, turnOn.error)}</Alert>}
        {turnOn.data === false && <Alert severity="warning">{translate("webphone.line.noStored")}</Alert>}
        <div className="row">
          <Button type="submit" variant="contained" loading={turnOn.isPending}>
            {translate(owner && error ? "webphone.line.again" : "webphone.line.start")}
          </Button>
          {mayReveal && (
            <Button variant="outlined" title={translate("webphone.line.storedHelp")} onClick={() => begin(null)}>
              {translate("webphone.line.stored")}
            </Button>
          )}
          {owner && <Button onClick={() => phone.stop()}>{translate("webphone.line.stop")}</Button>}
        </div>
      </form>
    </section>
  );
}

function LineState({ error }: { readonly error: string | null }) {
  const translate = useTranslate();
  const { line, owner } = usePhone();
  const sipAddress = owner ? `${owner.user}@${owner.domain}` : "";
  const text =
    error ??
    (line.status === "registered"
      ? translate("webphone.owner", { address: sipAddress })
      : translate(`webphone.states.${line.status}`));
  const severity = error ? "error" : line.status === "registered" ? "success" : "info";
  return (
    <div role="status">
      <Alert severity={severity} role="presentation">
        {text}
      </Alert>
    </div>
  );
}

/** Whether the phone may load a subscriber's password, as its page shows it to this user. */
function useMayReveal(): boolean {
  const access = useAccess();
  const { admin } = useStartupData();
  const { descriptor } = useResource(RESOURCE);
  const field = descriptor.fields.find(({ name }) => name === "password");
  return field !== undefined && hasFlag(admin, "show_passwords") && access.can(descriptor, "read", { field });
}
