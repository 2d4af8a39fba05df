import Stack from "@mui/material/Stack";
import { type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { destinationServices, readableDestination, serviceOf } from "../../../core/telephony/callDestination.ts";
import { ChoiceInput } from "../controls/ChoiceInput.tsx";
import styles from "../controls/controls.module.css";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";

const URI_CHOICE = "uri";

/** A service of the platform, selected by name, or a typed number or URI. */
export function CallDestinationInput(props: InputProps): ReactNode {
  const { id, label, help, value, onChange, errors } = props;
  const translate = useTranslate();
  const text = typeof value === "string" ? value : "";
  const service = serviceOf(text);
  /** Remembers the choice while the text is empty. */
  const [wantsAddress, setWantsAddress] = useState(service === undefined && text !== "");
  const isAddress = service === undefined && (wantsAddress || text !== "");
  const choices = [...destinationServices, URI_CHOICE].map((choice) => ({
    value: choice,
    label: translate(`destinations.${choice}`),
  }));
  const choose = (choice: unknown) => {
    setWantsAddress(choice === URI_CHOICE);
    onChange(choice === service ? text : typeof choice === "string" && choice !== URI_CHOICE ? choice : null);
  };
  return (
    <Stack spacing={1.5} className={styles.destination}>
      <ChoiceInput
        {...props}
        help={isAddress ? undefined : help}
        errors={isAddress ? {} : errors}
        value={isAddress ? URI_CHOICE : (service ?? null)}
        onChange={choose}
        choices={choices}
      />
      {isAddress && (
        <TextControl
          {...props}
          id={`${id}-uri`}
          label={translate("forms.destination.address", { field: label })}
          text={readableDestination(text)}
          onText={(typed) => onChange(typed === "" ? null : typed)}
        />
      )}
    </Stack>
  );
}
