import { useTranslate } from "ra-core";
import { useEffect, useRef, useState } from "react";

interface SearchBoxProps {
  /** What is searched: the label of the filter it fills. */
  readonly name: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Milliseconds without a keystroke after which a search starts by itself. */
const pause = 300;

/** Searches while one types; Enter does not wait, Escape empties. */
export function SearchBox({ name, value, onSearch }: SearchBoxProps) {
  const translate = useTranslate();
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
  const label = translate("views.list.search", { name });
  return (
    <input
      type="search"
      className="list-search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") search(typed, 0);
        if (key === "Escape" && typed !== "") type("");
      }}
    />
  );
}
