import { useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { topField } from "../form/fieldId.ts";
import type { SaveError } from "../form/formErrors.ts";
import { useValidatedSave } from "../form/useValidatedSave.ts";
import { isSameValue } from "../form/values.ts";
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
  /** The resource of the values. */
  readonly resource: string;
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
  const { def, resource, storedValue, save, typedValues, labelOf, showRelatedErrors } = options;
  const { name } = def;
  const translate = useTranslate();
  const messageContext = { translate, locale: useLocale(), resource, fields: [], labelOf };
  const [draft, setDraft] = useState(() => typedValues.get(name));
  // Counts drafts: a save that ends keeps what was typed after it began.
  const drafts = useRef(0);
  const { isSaving, refused, forget, ...saving } = useValidatedSave({ messageContext, shownFields: new Set([name]) });
  const relatedErrors = refused ? relatedErrorsIn(refused) : [];

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
    error: refused && (refused.onFields[0]?.text ?? (relatedErrors.length > 0 ? "" : (saving.general[0] ?? ""))),
    relatedErrors,
    type: (value) => {
      hold(value);
      forget();
    },
    save: async (value) => {
      hold(value);
      const draftOfSave = drafts.current;
      const result = await saving.save({
        check: () => ({ wire: value }),
        send: async (wire) => {
          await save(name, wire).catch(async (error: unknown) => {
            await addTexts("preferences");
            throw error;
          });
        },
      });
      const isStored = "stored" in result;
      showRelatedErrors(isStored ? [] : relatedErrorsIn(result.refused));
      if (isStored && drafts.current === draftOfSave) hold(undefined);
      return isStored;
    },
    discardDraft: () => hold(undefined),
    reset: () => {
      hold(undefined);
      forget();
    },
  };
}

/** Errors of other preferences, which this one has to agree with. */
function relatedErrorsIn({ elsewhere }: SaveError): RelatedError[] {
  return elsewhere.flatMap(({ pointer, text }) => (text === "" ? [] : [{ name: topField(pointer), text }]));
}
