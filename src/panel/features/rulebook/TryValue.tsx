import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import HelpOutlined from "@mui/icons-material/HelpOutlineOutlined";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useTranslate } from "react-admin";
import { shortRule } from "../../../core/rulebook/caseIds.ts";
import { type TriedRule, tryValue, type ValueVerdict } from "../../../core/rulebook/tryValue.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { type Book, readTyped } from "./book.ts";
import type { RuleTexts } from "./useRuleTexts.ts";

export interface TypedValue {
  readonly pointer: string;
  readonly text: string;
  readonly isJson: boolean;
}

interface TryValueProps {
  readonly book: Book;
  readonly texts: RuleTexts;
  readonly attempt: TypedValue;
  readonly onAttempt: (attempt: TypedValue) => void;
}

/** A field and a value, with an instant verdict of each of the field's rules. */
export function TryValue({ book, texts, attempt, onAttempt }: TryValueProps): ReactNode {
  const translate = useTranslate();
  const passwordPolicy = usePasswordRules();
  const { pointer, text, isJson } = attempt;
  const pointers = useMemo(() => [...new Set(book.rules.map((rule) => rule.pointer))], [book]);
  const late = useDeferredValue(attempt);
  const tried = useMemo(() => {
    const parsed = readTyped(late.text, late.isJson);
    const rules = book.rules.filter((rule) => rule.pointer === late.pointer);
    return parsed && tryValue(book.module, rules, parsed.value, { passwordPolicy });
  }, [book, late, passwordPolicy]);
  return (
    <Paper variant="outlined" component="section" aria-labelledby="rb-try" className="pad-16">
      <Typography id="rb-try" variant="h2" className="text-16 below-12">
        {translate("rulebook.try.title")}
      </Typography>
      <Stack spacing={1.5}>
        <NativeChoice
          id="rb-field"
          fullWidth
          label={translate("rulebook.try.field")}
          value={pointer}
          options={pointers.map((option) => [option, texts.label(option)])}
          onChange={(chosen) => onAttempt({ ...attempt, pointer: chosen })}
        />
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

const looks = {
  refuses: { Icon: ErrorOutlined, colour: "error" },
  accepts: { Icon: CheckCircle, colour: "success" },
  asks: { Icon: HelpOutlined, colour: "disabled" },
} as const;
const order = ["refuses", "accepts", "asks"] as const;

/** The verdict of each rule: broken ones first, with their messages. */
function Verdicts({ tried, texts }: { readonly tried: ValueVerdict; readonly texts: RuleTexts }): ReactNode {
  const translate = useTranslate();
  const refusing = tried.rules.filter(({ verdict }) => verdict === "refuses").length + tried.others.length;
  const sorted = [...tried.rules].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (
    <>
      <Typography className={refusing > 0 ? "strong danger" : "strong success"}>
        {refusing > 0
          ? translate("rulebook.verdict.refused", { smart_count: refusing })
          : translate("rulebook.verdict.accepted")}
      </Typography>
      <ul>
        {tried.others.map((error) => (
          <li key={error.key} className="flex gap-8 pad-block-4 anywhere">
            <ErrorOutlined aria-hidden color="error" fontSize="small" />
            <span>{texts.errorText(error)}</span>
          </li>
        ))}
        {sorted.map((verdict) => (
          <Verdict key={`${verdict.rule.key} ${JSON.stringify(verdict.rule.when)}`} tried={verdict} texts={texts} />
        ))}
      </ul>
    </>
  );
}

function Verdict({ tried, texts }: { readonly tried: TriedRule; readonly texts: RuleTexts }): ReactNode {
  const translate = useTranslate();
  const { rule, verdict, error } = tried;
  const { Icon, colour } = looks[verdict];
  const condition = texts.condition(rule);
  return (
    <li className="flex gap-8 pad-block-4 anywhere">
      <Icon aria-hidden color={colour} fontSize="small" />
      <span>
        <code>{shortRule(rule)}</code>{" "}
        {verdict === "refuses" && error ? texts.errorText(error) : translate(`rulebook.verdict.${verdict}`)}
        {condition && <span className="block quiet text-13">{translate("rulebook.list.when", { condition })}</span>}
      </span>
    </li>
  );
}
