import Search from "@mui/icons-material/Search";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { useLocation, useSearchParams } from "react-router";
import type { LeaveGuard } from "../../kit/LeaveDialog.tsx";
import { isLeaving } from "../../navigation/pendingLocation.tsx";
import styles from "./preferences.module.css";

interface PreferenceSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onlySet: boolean;
  readonly onOnlySet: (onlySet: boolean) => void;
  /** The number of matches. */
  readonly matchCount: number;
}

/** Searches preferences by words; sticky while scrolling. */
export function PreferenceSearch({ text, onText, onlySet, onOnlySet, matchCount }: PreferenceSearchProps): ReactNode {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" role="search" className={`row gap-16 middle pad-8 ${styles.searchBar}`}>
      <TextField
        type="search"
        label={translate("forms.preferences.search")}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onText("");
        }}
        className={styles.searchInput}
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <FormControlLabel
        label={translate("forms.preferences.onlySet")}
        control={<Switch checked={onlySet} onChange={(_, checked) => onOnlySet(checked)} />}
      />
      <Typography role="status" variant="caption" color="textSecondary">
        {translate("forms.preferences.found", { smart_count: matchCount })}
      </Typography>
    </Paper>
  );
}

/**
 * Shorter than the reach from the keyboard to the reload button, and long enough for browsers that throttle history
 * updates.
 */
export const SEARCH_PAUSE_MS = 150;

/**
 * Text mirrored in the URL (`?search=codec`), so that it can be linked to; written after a debounce, and not while
 * the guard asks: any navigation, even to the same page, would dismiss its dialog.
 */
export function useSearchParameter(
  name: string,
  { isAsking, isBlocking }: Pick<LeaveGuard, "isAsking" | "isBlocking">,
): [text: string, setText: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const inAddress = parameters.get(name) ?? "";
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);

  useEffect(() => {
    // The user followed a link to another search on this page.
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (isAsking || text === written.current) return;
    const timer = setTimeout(() => {
      // A link was followed, and the dialog or the next page is yet to be rendered.
      if (isBlocking() || isLeaving(pathname)) return;
      written.current = text;
      setParameters(
        (previous) => {
          const next = new URLSearchParams(previous);
          if (text === "") next.delete(name);
          else next.set(name, text);
          return next;
        },
        { replace: true },
      );
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, name, isAsking, isBlocking, pathname, setParameters]);
  return [text, setText];
}
