import Visibility from "@mui/icons-material/Visibility";
import VisibilityOff from "@mui/icons-material/VisibilityOff";
import IconButton from "@mui/material/IconButton";
import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { useTranslate } from "react-admin";
import { isValid as isEmail } from "../../../core/validation/formats/email.ts";
import { isValid as isIpOrNetwork } from "../../../core/validation/formats/ip-or-cidr.ts";
import * as numberPattern from "../../../core/validation/formats/number-pattern.ts";
import * as regex from "../../../core/validation/formats/regex.ts";
import * as replacement from "../../../core/validation/formats/replacement.ts";
import * as uriPattern from "../../../core/validation/formats/uri-pattern.ts";
import { parseColour, toHex } from "../../../core/values/colour.ts";
import { lazyComponent } from "../../providers/lazyComponent.ts";
import { ChipsInput, toItems } from "../controls/ChipsInput.tsx";
import styles from "../controls/controls.module.css";
import { useIsNew } from "../controls/formValues.ts";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { PlainTextInput, TypedInput } from "../controls/TextControl.tsx";

const FreeCodeInput = lazyComponent(() => import("./FreeCodeInput.tsx"), "FreeCodeInput");

export const inputs = {
  text: TextInput,
  longText: (props) => <PlainTextInput {...props} multiline />,
  email: (props) => <PlainTextInput {...props} inputMode="email" />,
  emailList: EmailListInput,
  host: (props) => <PlainTextInput {...props} inputMode="url" />,
  ip: (props) => <PlainTextInput {...props} width={39} />,
  ipList: IpListInput,
  regex: RegexInput,
  colour: ColourInput,
  tags: TagsInput,
} satisfies Inputs;

/** Single-line text. */
function TextInput(props: InputProps): ReactNode {
  const { format, maxLength, unique, secret } = props.field;
  if (format === "star-code" && unique && !props.readOnly) {
    return (
      <Suspense fallback={<PlainTextInput {...props} readOnly />}>
        <FreeCodeInput {...props} />
      </Suspense>
    );
  }
  const isDigits = format === "digits" || format === "e164";
  const shape = { inputMode: isDigits ? "numeric" : undefined, width: widthFor(maxLength) } as const;
  return secret ? <SecretTextInput {...props} {...shape} /> : <PlainTextInput {...props} {...shape} />;
}

/** Hidden once it is stored: someone may look over the user's shoulder. */
function SecretTextInput(props: ComponentProps<typeof PlainTextInput>): ReactNode {
  const translate = useTranslate();
  const isNew = useIsNew();
  const [isShown, setIsShown] = useState(isNew);
  const label = `${translate(`views.secret.${isShown ? "hide" : "show"}`)}: ${props.label}`;
  const toggle = (
    <IconButton edge="end" title={label} aria-label={label} onClick={() => setIsShown(!isShown)}>
      {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
    </IconButton>
  );
  return <PlainTextInput {...props} type={isShown ? "text" : "password"} autoComplete="new-password" end={toggle} />;
}

/** The width hints at the expected length. */
function widthFor(maxLength: number | undefined): number | undefined {
  return maxLength !== undefined && maxLength <= 20 ? Math.max(maxLength, 12) : undefined;
}

const patterns: Readonly<Record<string, Pick<typeof regex, "isValid" | "explain">>> = {
  "number-pattern": numberPattern,
  replacement,
  "uri-pattern": uriPattern,
};

/** A regular expression, or its replacement, validated while typing: an open bracket is easier to fix right away. Not where it may be another text. */
function RegexInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const { value, errors, field } = props;
  const { isValid, explain } = patterns[field.format ?? ""] ?? regex;
  const isWrong = field.formatWhen === undefined && typeof value === "string" && value !== "" && !isValid(value);
  const { key, params } = (isWrong ? explain(value) : null) ?? { key: `rules.format.${field.format}`, params: {} };
  const live = isWrong ? { "": translate(key, params), ...errors } : errors;
  return <PlainTextInput {...props} errors={live} monospace />;
}

/** IP addresses and networks. */
function IpListInput(props: InputProps): ReactNode {
  return (
    <ChipsInput
      {...props}
      separators={/[\s,;]/}
      isValid={isIpOrNetwork}
      items={toItems(props.value)}
      onItems={(items) => props.onChange([...items])}
    />
  );
}

/** E-mail addresses; on the wire a single comma-separated text. */
function EmailListInput(props: InputProps): ReactNode {
  return (
    <ChipsInput
      {...props}
      separators={/[\s,;]/}
      isValid={isEmail}
      items={toAddresses(props.value)}
      onItems={(items) => props.onChange(items.length > 0 ? items.join(",") : null)}
    />
  );
}

function toAddresses(value: unknown): string[] {
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Several texts. */
function TagsInput(props: InputProps): ReactNode {
  return (
    <ChipsInput
      {...props}
      separators={/[,;\n]/}
      items={toItems(props.value)}
      onItems={(items) => props.onChange([...items])}
    />
  );
}

/** A colour: typed in any notation, or picked with the browser's colour picker. */
function ColourInput(props: InputProps): ReactNode {
  const { onChange, onBlur, readOnly, label } = props;
  const translate = useTranslate();
  const palette = (text: string) => {
    const colour = parseColour(text.trim());
    return (
      <input
        type="color"
        disabled={readOnly}
        aria-label={translate("forms.colour.pick", { field: label })}
        value={colour ? toHex(colour) : "#000000"}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={styles.colour}
        style={{ opacity: colour ? 1 : 0.35 }}
      />
    );
  };
  return <TypedInput {...props} parse={(inputText) => inputText.trim()} end={palette} width={26} />;
}
