import { useLocale, useTranslate } from "ra-core";
import { useEffect, useRef, useState } from "react";
import { listText } from "../../listText.ts";
import type { Criterion } from "./criteria.ts";

interface SearchBoxProps {
  /** What can be searched; where there is a choice it is offered. */
  readonly criteria: readonly Criterion[];
  readonly criterion: Criterion;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** With the text as it is typed by then. */
  readonly onCriterion: (name: string, text: string) => void;
}

/** Milliseconds without a keystroke after which a search starts by itself. */
const pause = 300;

/** Searches while one types; Enter does not wait, Escape empties. */
export function SearchBox({ criteria, criterion, value, onSearch, onCriterion }: SearchBoxProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The value changes from outside too: filters cleared, a step back in history.
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Ours already: what comes back must not overwrite what was typed meanwhile.
      setShown(text.trim());
      onSearch(text.trim());
    }, delay);
  };
  const type = (text: string) => {
    setTyped(text);
    search(text, pause);
  };
  const namesOf = ({ labelKeys }: Criterion) =>
    listText(
      labelKeys.map((key) => translate(key, { smart_count: 1 })),
      locale,
    );
  const label = translate(criterion.isExact ? "views.list.searchWhole" : "views.list.search", {
    name: namesOf(criterion),
  });
  return (
    <span className="list-search">
      {criteria.length > 1 && (
        <select
          aria-label={translate("views.list.searchBy")}
          value={criterion.name}
          onChange={({ target }) => {
            clearTimeout(timer.current);
            onCriterion(target.value, typed.trim());
          }}
        >
          {criteria.map((choice) => (
            <option key={choice.name} value={choice.name}>
              {choice.isAll ? translate("views.list.anything") : namesOf(choice)}
            </option>
          ))}
        </select>
      )}
      <input
        type="search"
        aria-label={label}
        placeholder={criterion.isAll ? namesOf(criterion) : label}
        title={label}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") search(typed, 0);
          if (key === "Escape" && typed !== "") type("");
        }}
      />
    </span>
  );
}
