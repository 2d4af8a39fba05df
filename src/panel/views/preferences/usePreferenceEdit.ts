import { useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import type { Translate } from "../../providers/texts.ts";
import { topField } from "../form/fieldId.ts";
import { serverFieldErrors } from "../form/serverErrors.ts";
import { isSameValue } from "../form/values.ts";
import { requestErrorText } from "../requestErrorText.ts";
import type { SavePreference } from "./usePreferences.ts";

/** Drafts by preference. They survive the inputs, which unmount with searches and groups. */
export type TypedValues = Map<string, Json>;

export interface PreferenceEdit {
  /** The input's value: being typed or saved, or else the stored one. */
  readonly value: Json;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** The reason that the last change failed. */
  readonly error: string | null;
  /** Errors of other preferences that the change caused. */
  readonly relatedErrors: readonly RelatedError[];
  /** Keeps a draft without saving it. */
  readonly type: (value: Json) => void;
  /** Saves a value, shown optimistically; true when the platform accepted it. */
  readonly save: (value: Json) => Promise<boolean>;
  /** Reverts to the stored value; an error stays visible. */
  readonly discardDraft: () => void;
  /** Reverts to the stored value and clears an error. */
  readonly reset: () => void;
}

/** An error that a change caused at another preference. */
export interface RelatedError {
  readonly name: string;
  readonly text: string;
}

interface EditOptions {
  readonly def: PreferenceDef;
  readonly storedValue: Json | undefined;
  readonly save: SavePreference;
  readonly typedValues: TypedValues;
  /** Returns the label of a preference. */
  readonly labelOf: (name: string) => string;
  /** Shows errors at the other preferences that they concern. */
  readonly showRelatedErrors: (elsewhere: readonly RelatedError[]) => void;
}

/** The state of one preference's input: draft, saving, refused, or stored. */
export function usePreferenceEdit(options: EditOptions): PreferenceEdit {
  const { def, storedValue, save, typedValues, labelOf, showRelatedErrors } = options;
  const { name } = def;
  const translate = useTranslate();
  const [draft, setDraft] = useState(() => typedValues.get(name));
  const [running, setRunning] = useState(0);
  // Counts drafts: a save that ends keeps what was typed after it began.
  const drafts = useRef(0);
  const [saveError, setSaveError] = useState<PreferenceError | null>(null);

  const isSaving = running > 0;

  const hold = (value: Json | undefined) => {
    drafts.current++;
    setDraft(value);
    if (value === undefined || isSameValue(value, storedValue)) typedValues.delete(name);
    else typedValues.set(name, value);
  };
  return {
    value: draft === undefined ? (storedValue ?? null) : draft,
    isChanged: draft !== undefined && !isSaving && !isSameValue(draft, storedValue),
    isSaving,
    error: saveError?.text ?? null,
    relatedErrors: saveError?.relatedErrors ?? [],
    type: (value) => {
      hold(value);
      setSaveError(null);
    },
    save: async (value) => {
      hold(value);
      const draftOfSave = drafts.current;
      setSaveError(null);
      setRunning((before) => before + 1);
      try {
        await save(name, value);
        showRelatedErrors([]);
        if (drafts.current === draftOfSave) hold(undefined);
        return true;
      } catch (error) {
        await addTexts("preferences");
        const preferenceError = toPreferenceError(translate, error, name, labelOf);
        setSaveError(preferenceError);
        showRelatedErrors(preferenceError.relatedErrors);
        return false;
      } finally {
        setRunning((before) => before - 1);
      }
    },
    discardDraft: () => hold(undefined),
    reset: () => {
      hold(undefined);
      setSaveError(null);
    },
  };
}

interface PreferenceError {
  /** Empty where only others are the reason. */
  readonly text: string;
  readonly relatedErrors: readonly RelatedError[];
}

/** Returns why a preference was refused: its own error, and those of others that it has to agree with. */
export function toPreferenceError(
  translate: Translate,
  requestError: unknown,
  name: string,
  labelOf = (other: string) => other,
): PreferenceError {
  const all = serverFieldErrors(requestError, [name]).map(({ pointer, error, text }) => {
    const { than, ...params } = error?.params ?? {};
    const other = typeof than === "string" ? { than: labelOf(than) } : {};
    return {
      name: topField(pointer),
      text: (error && translate(error.key, { ...params, ...other, _: "" })) || text || "",
    };
  });
  const ownError = all.find((candidate) => candidate.name === name);
  const relatedErrors = all.filter((candidate) => candidate.name !== name && candidate.text !== "");
  return {
    text: ownError?.text || (relatedErrors.length > 0 ? "" : requestErrorText(translate, requestError)),
    relatedErrors,
  };
}
