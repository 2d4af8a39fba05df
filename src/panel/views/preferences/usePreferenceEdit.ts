import { useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/descriptor.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { topField } from "../form/fieldId.ts";
import { serverFieldErrors } from "../form/serverErrors.ts";
import { isSameValue } from "../form/values.ts";
import { refusalText } from "../record/refusalText.ts";
import type { SavePreference } from "./usePreferences.ts";

/** Drafts by preference. They survive the inputs, which unmount with searches and groups. */
export type TypedValues = Map<string, Json>;

export interface PreferenceEdit {
  /** The input's value: being typed or saved, or else the stored one. */
  readonly value: Json;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Why the last change was refused. */
  readonly refusal: string | null;
  /** Keeps a draft without saving it. */
  readonly type: (value: Json) => void;
  /** Saves a value, shown optimistically; true when the platform accepted it. */
  readonly save: (value: Json) => Promise<boolean>;
  /** Reverts to the stored value; a refusal stays visible. */
  readonly forgetTyped: () => void;
  /** Reverts to the stored value and clears a refusal. */
  readonly reset: () => void;
}

interface EditOptions {
  readonly def: PreferenceDef;
  readonly stored: Json | undefined;
  readonly save: SavePreference;
  readonly typed: TypedValues;
}

/** The state of one preference's input: draft, saving, refused, or stored. */
export function usePreferenceEdit({ def, stored, save, typed }: EditOptions): PreferenceEdit {
  const { name } = def;
  const translate = useTranslate();
  const [draft, setDraft] = useState(() => typed.get(name));
  const [running, setRunning] = useState(0);
  // Counts drafts: a save that ends keeps what was typed after it began.
  const drafts = useRef(0);
  const [refusal, setRefusal] = useState<string | null>(null);

  const isSaving = running > 0;

  const hold = (value: Json | undefined) => {
    drafts.current++;
    setDraft(value);
    if (value === undefined || isSameValue(value, stored)) typed.delete(name);
    else typed.set(name, value);
  };
  return {
    value: draft === undefined ? (stored ?? null) : draft,
    isChanged: draft !== undefined && !isSaving && !isSameValue(draft, stored),
    isSaving,
    refusal,
    type: (value) => {
      hold(value);
      setRefusal(null);
    },
    save: async (value) => {
      hold(value);
      const draftOfSave = drafts.current;
      setRefusal(null);
      setRunning((before) => before + 1);
      try {
        await save(name, value);
        if (drafts.current === draftOfSave) hold(undefined);
        return true;
      } catch (error) {
        setRefusal(preferenceRefusal(translate, error, name));
        return false;
      } finally {
        setRunning((before) => before - 1);
      }
    },
    forgetTyped: () => hold(undefined),
    reset: () => {
      hold(undefined);
      setRefusal(null);
    },
  };
}

type Translate = ReturnType<typeof useTranslate>;

/** Why a preference was refused, as text. */
export function preferenceRefusal(translate: Translate, refusal: unknown, name: string): string {
  const own = serverFieldErrors(refusal, [name]).find(({ pointer }) => topField(pointer) === name);
  const known = own?.error ? translate(own.error.key, { ...own.error.params, _: "" }) : "";
  return known || own?.text || refusalText(translate, refusal);
}
