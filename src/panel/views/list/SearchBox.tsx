import { useEffect, useEffectEvent, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { useLocation } from "react-router";
import { isLeaving } from "../../navigation/pendingLocation.tsx";
import { formatList } from "../../providers/texts.ts";
import type { Criterion } from "./criteria.ts";
import styles from "./list.module.css";

interface SearchBoxProps {
  /** The search criteria; offered as a choice if there are several. */
  readonly criteria: readonly Criterion[];
  readonly criterion: Criterion;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Called with the current text. */
  readonly onCriterion: (name: string, text: string) => void;
}

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 300;

/**
 * Searches as the user types; Enter skips the debounce, Escape clears. The box shows what the list is searched for, or
 * will be after the debounce.
 */
export function SearchBox({ criteria, criterion, value, onSearch, onCriterion }: SearchBoxProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const [typedText, setTypedText] = useState(value);
  const [searched, setSearched] = useState(value);
  // The value also changes from outside: filters cleared, history navigation.
  if (searched !== value) {
    setSearched(value);
    setTypedText(value);
  }
  const isDue = typedText.trim() !== value.trim();
  const search = () => {
    // Our own change: when it comes back as the value, the typed text stays, including a trailing space.
    setSearched(typedText.trim());
    onSearch(typedText.trim());
  };
  const { pathname } = useLocation();
  const searchLater = useEffectEvent(() => {
    if (!isLeaving(pathname)) search();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the debounce.
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => searchLater(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typedText, isDue]);
  const namesOf = ({ labelKeys }: Criterion) =>
    formatList(
      labelKeys.map((key) => translate(key, { smart_count: 1 })),
      locale,
    );
  const label = translate(criterion.isExact ? "views.list.searchWhole" : "views.list.search", {
    name: namesOf(criterion),
  });
  return (
    <span className={`flex round-6 ${styles.search}`}>
      {criteria.length > 1 && (
        <select
          aria-label={translate("views.list.searchBy")}
          value={criterion.name}
          onChange={({ target }) => onCriterion(target.value, typedText.trim())}
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
        aria-keyshortcuts="/"
        placeholder={criterion.isAll ? namesOf(criterion) : label}
        title={label}
        value={typedText}
        onChange={({ target }) => setTypedText(target.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter" && isDue) search();
          if (key === "Escape") setTypedText("");
        }}
      />
    </span>
  );
}
