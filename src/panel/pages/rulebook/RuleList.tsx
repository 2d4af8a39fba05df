import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { memo, type ReactNode } from "react";
import type { Json, ResourceDescriptor, RuleEntry } from "../../../core/descriptor.ts";
import { goodValues, modeOf, shortRule } from "../../../core/rulebook/cases.ts";
import { ExampleButton } from "./ExampleButton.tsx";
import type { RuleTexts } from "./useRuleTexts.ts";

interface RuleListProps {
  readonly descriptor: ResourceDescriptor;
  readonly rules: readonly RuleEntry[];
  readonly texts: RuleTexts;
  readonly onTry: (pointer: string, value: Json) => void;
}

/** The rules, field by field, each with its message, when it applies, and its examples. */
export const RuleList = memo(function RuleList({ descriptor, rules, texts, onTry }: RuleListProps): ReactNode {
  const pointers = [...new Set(rules.map(({ pointer }) => pointer))];
  return pointers.map((pointer) => (
    <section key={pointer} className="rb-field" aria-label={texts.label(pointer)}>
      <Typography variant="h2" sx={{ fontSize: "1.05rem" }}>
        {texts.label(pointer)} <code className="rb-pointer">{pointer}</code>
      </Typography>
      <ul className="rb-rules">
        {rules
          .filter((rule) => rule.pointer === pointer)
          .map((rule) => (
            <RuleItem
              key={`${rule.key} ${JSON.stringify(rule.when)}`}
              rule={rule}
              descriptor={descriptor}
              texts={texts}
              onTry={(value) => onTry(pointer, value)}
            />
          ))}
      </ul>
    </section>
  ));
});

interface RuleItemProps {
  readonly rule: RuleEntry;
  readonly descriptor: ResourceDescriptor;
  readonly texts: RuleTexts;
  readonly onTry: (value: Json) => void;
}

function RuleItem({ rule, descriptor, texts, onTry }: RuleItemProps): ReactNode {
  const translate = useTranslate();
  const condition = texts.condition(rule);
  // An id stands for some record: which ones there are, this browser does not know.
  const good = goodValues(rule, descriptor, { seed: "example", idOf: () => 1 });
  const notes = [
    condition && translate("rulebook.list.when", { condition }),
    modeOf(rule) === "update" && translate("rulebook.list.update"),
    rule.side === "server" && translate("rulebook.list.server"),
  ].filter((note): note is string => typeof note === "string" && note !== "");
  return (
    <li>
      <div className="rb-message">{texts.message(rule)}</div>
      <div className="rb-notes">
        <code>{shortRule(rule)}</code>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        <span>{translate("rulebook.list.roles", { roles: texts.roles(rule) })}</span>
      </div>
      {good.length + rule.invalid.length > 0 && (
        <div className="rb-examples">
          {good.map((value) => (
            <ExampleButton key={JSON.stringify(value)} value={value} isGood onTry={onTry} />
          ))}
          {rule.invalid.map((value) => (
            <ExampleButton key={JSON.stringify(value)} value={value} isGood={false} onTry={onTry} />
          ))}
        </div>
      )}
    </li>
  );
}
