import { type ReactNode, useState } from "react";
import { ChipsInput, toItems } from "../../kinds/controls/ChipsInput.tsx";
import type { InputProps, ProblemTexts } from "../../kinds/controls/InputProps.ts";
import { isSameValue } from "../form/values.ts";
import type { PreferenceEditorProps } from "./PreferenceEditor.tsx";
import { type PreferenceControl, toWireItems } from "./preferenceControl.ts";

interface PreferenceChipsProps extends PreferenceEditorProps {
  readonly input: InputProps;
  readonly control: Extract<PreferenceControl, { by: "chips" }>;
}

/**
 * Several values, saved one by one as chips come and go. A wrong chip stays where it is, marked, and keeps none of
 * the others from being saved.
 */
export function PreferenceChips({ input, control, edit, def, stored }: PreferenceChipsProps): ReactNode {
  /** Chips that are here only: not valid, or refused by the platform for the reason given. */
  const [strays, setStrays] = useState<ReadonlyMap<string, string | null>>(new Map());
  const kept = toItems(edit.value);
  const items = [...kept, ...[...strays.keys()].filter((item) => !kept.includes(item))];

  const onItems = async (next: readonly string[]) => {
    const isGood = (item: string) => !strays.has(item) && (control.isValid?.(item) ?? true);
    const good = next.filter(isGood);
    setStrays(new Map(next.filter((item) => !isGood(item)).map((item) => [item, strays.get(item) ?? null])));
    const value = toWireItems(def, good);
    if (isSameValue(value, stored)) return;
    if (await edit.save(value)) return;
    edit.forgetTyped();
    const before = toItems(stored);
    setStrays(
      (known) =>
        new Map([...known, ...good.filter((item) => !before.includes(item)).map((item) => [item, ""] as const)]),
    );
  };
  const refused = Object.fromEntries(
    items.flatMap((item, index) =>
      strays.get(item) === "" && edit.refusal ? [[`/${index}`, edit.refusal] as const] : [],
    ),
  );
  const problems: ProblemTexts = { ...input.problems, ...refused };
  return (
    <ChipsInput
      {...input}
      problems={problems}
      items={items}
      onItems={(next) => void onItems(next)}
      separators={control.separators}
      isValid={control.isValid}
    />
  );
}
