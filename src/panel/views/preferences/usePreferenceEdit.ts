import { useTranslate } from "ra-core";
import { useState } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { PreferenceDef } from "../../providers/preferences.ts";
import { isSameValue } from "../form/values.ts";
import { preferenceRefusal } from "./preferenceRefusal.ts";
import type { SavePreference } from "./usePreferences.ts";

/** What is typed and not saved, by preference. It outlives the inputs, which come and go with searches and groups. */
export type TypedValues = Map<string, Json>;

export interface PreferenceEdit {
  /** What the input shows: what is being typed or saved, else what is stored. */
  readonly value: Json;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Why the last change was refused. */
  readonly refusal: string | null;
  /** Holds a value without saving it. */
  readonly type: (value: Json) => void;
  /** Saves a value, shown meanwhile; true when the platform took it. */
  readonly save: (value: Json) => Promise<boolean>;
  /** Back to what is stored; a refusal stays to be read. */
  readonly forgetTyped: () => void;
  /** Back to what is stored, and no word about it. */
  readonly reset: () => void;
}

interface EditOptions {
  readonly def: PreferenceDef;
  readonly stored: Json | undefined;
  readonly save: SavePreference;
  readonly typed: TypedValues;
}

/** The life of one preference's input: typed, being saved, refused, or as stored. */
export function usePreferenceEdit({ def, stored, save, typed }: EditOptions): PreferenceEdit {
  const { name } = def;
  const translate = useTranslate();
  const [draft, setDraft] = useState(() => typed.get(name));
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const hold = (value: Json | undefined) => {
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
      setRefusal(null);
      setIsSaving(true);
      try {
        await save(name, value);
        hold(undefined);
        return true;
      } catch (error) {
        setRefusal(preferenceRefusal(translate, error, name));
        return false;
      } finally {
        setIsSaving(false);
      }
    },
    forgetTyped: () => hold(undefined),
    reset: () => {
      hold(undefined);
      setRefusal(null);
    },
  };
}
