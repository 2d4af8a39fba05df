import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { tryValue } from "../../../core/rulebook/tryValue.ts";
import { usePasswordPolicy } from "../../kinds/password/usePasswordPolicy.ts";
import { type Book, readTyped } from "./book.ts";
import type { RuleTexts } from "./useRuleTexts.ts";
import { Verdicts } from "./Verdicts.tsx";

export interface Attempt {
  readonly pointer: string;
  readonly text: string;
  readonly isJson: boolean;
}

interface TryValueProps {
  readonly book: Book;
  readonly texts: RuleTexts;
  readonly attempt: Attempt;
  readonly onAttempt: (attempt: Attempt) => void;
}

/** A field and a value, and at once what each rule of the field says of it. */
export function TryValue({ book, texts, attempt, onAttempt }: TryValueProps): ReactNode {
  const translate = useTranslate();
  const passwordPolicy = usePasswordPolicy();
  const { pointer, text, isJson } = attempt;
  const pointers = useMemo(() => [...new Set(book.rules.map((rule) => rule.pointer))], [book]);
  const late = useDeferredValue(attempt);
  const tried = useMemo(() => {
    const typed = readTyped(late.text, late.isJson);
    const rules = book.rules.filter((rule) => rule.pointer === late.pointer);
    return typed && tryValue(book.module, rules, typed.value, { passwordPolicy });
  }, [book, late, passwordPolicy]);
  return (
    <Paper variant="outlined" component="section" aria-labelledby="rb-try" sx={{ p: 2 }}>
      <Typography id="rb-try" variant="h2" sx={{ fontSize: "1.05rem", mb: 1.5 }}>
        {translate("rulebook.try.title")}
      </Typography>
      <Stack spacing={1.5}>
        <TextField
          id="rb-field"
          select
          fullWidth
          label={translate("rulebook.try.field")}
          value={pointer}
          onChange={({ target }) => onAttempt({ ...attempt, pointer: target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {pointers.map((one) => (
            <option key={one} value={one}>
              {texts.label(one)}
            </option>
          ))}
        </TextField>
        <TextField
          id="rb-value"
          fullWidth
          multiline
          maxRows={6}
          autoComplete="off"
          label={translate("rulebook.try.value")}
          helperText={translate(isJson ? "rulebook.try.jsonHelp" : "rulebook.try.textHelp", {
            length: [...text].length,
          })}
          value={text}
          onChange={({ target }) => onAttempt({ ...attempt, text: target.value })}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: "ui-monospace, monospace" } } }}
        />
        <FormControlLabel
          control={<Switch checked={isJson} onChange={(_, checked) => onAttempt({ ...attempt, isJson: checked })} />}
          label={translate("rulebook.try.json")}
        />
        <Box role="status" aria-live="polite">
          {tried ? (
            <Verdicts tried={tried} texts={texts} />
          ) : (
            <Typography color="textSecondary">
              {translate(text === "" ? "rulebook.try.start" : "rulebook.try.noJson")}
            </Typography>
          )}
        </Box>
      </Stack>
    </Paper>
  );
}
