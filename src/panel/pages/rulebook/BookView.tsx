import Search from "@mui/icons-material/Search";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, use, useCallback, useMemo, useState } from "react";
import type { Json, RuleEntry } from "../../../core/descriptor.ts";
import { boundOf } from "../../../core/rulebook/describe.ts";
import { hasWords } from "../../../core/rulebook/search.ts";
import { BusinessRules } from "./BusinessRules.tsx";
import { asTyped, isTextual, loadBook } from "./book.ts";
import { RuleList } from "./RuleList.tsx";
import { type Attempt, TryValue } from "./TryValue.tsx";
import { type RuleTexts, useRuleTexts } from "./useRuleTexts.ts";

interface BookViewProps {
  readonly resource: string;
  /** Words that the rules are narrowed to. */
  readonly query: string;
  /** Pointer of the field that a value is tried on. */
  readonly field: string | null;
  readonly onField: (pointer: string) => void;
  /** Somebody looks for the words in all forms. */
  readonly onAll: () => void;
}

/** The rules of one form beside the place where values are tried on them. */
export function BookView({ resource, query, field, onField, onAll }: BookViewProps): ReactNode {
  const book = use(loadBook(resource));
  const translate = useTranslate();
  const texts = useRuleTexts(book.module);
  const { rules } = book;
  const pointer = rules.find((rule) => rule.pointer === field)?.pointer ?? rules[0]?.pointer ?? "";
  const [typed, setTyped] = useState<Omit<Attempt, "pointer">>(() => ({ text: "", isJson: !isText(rules, pointer) }));
  const found = useMemo(() => rules.filter((rule) => isFound(rule, query, texts)), [rules, query, texts]);

  const onTry = useCallback(
    (at: string, value: Json) => {
      const isJson = typeof value !== "string" || !isText(rules, at);
      setTyped({ text: asTyped(value, isJson), isJson });
      onField(at);
      // Pressing an example far down the list shows what became of it.
      document.getElementById("rb-value")?.focus();
    },
    [rules, onField],
  );
  const onAttempt = ({ pointer: at, ...rest }: Attempt) => {
    setTyped(at === pointer ? rest : { ...rest, isJson: !isText(rules, at) });
    if (at !== pointer) onField(at);
  };

  return (
    <div className="rb-columns">
      <div className="rb-side">
        <TryValue book={book} texts={texts} attempt={{ pointer, ...typed }} onAttempt={onAttempt} />
      </div>
      <div>
        <Typography role="status" color="textSecondary" sx={{ mb: 1 }}>
          {translate("rulebook.found", { smart_count: found.length })}
        </Typography>
        {query.trim() !== "" && (
          <Button size="small" startIcon={<Search />} onClick={onAll} sx={{ mb: 1, ml: -0.75 }}>
            {translate("rulebook.all.search")}
          </Button>
        )}
        {found.length === 0 && <Typography>{translate("rulebook.nothing")}</Typography>}
        <RuleList descriptor={book.module.descriptor} rules={found} texts={texts} onTry={onTry} />
        {query.trim() === "" && <BusinessRules resource={resource} texts={texts} />}
      </div>
    </div>
  );
}

function isText(rules: readonly RuleEntry[], pointer: string): boolean {
  return isTextual(rules.filter((rule) => rule.pointer === pointer));
}

/** Every word must be somewhere: in the field's name or path, the rule, its bound, or its message. */
function isFound(rule: RuleEntry, query: string, texts: RuleTexts): boolean {
  if (query.trim() === "") return true;
  return hasWords(query, [
    texts.label(rule.pointer),
    rule.pointer,
    rule.rule,
    rule.key,
    boundOf(rule),
    texts.message(rule),
  ]);
}
