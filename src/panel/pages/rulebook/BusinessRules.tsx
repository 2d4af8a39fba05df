import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { businessBook } from "../../../core/rulebook/businessBook.ts";
import type { RuleTexts } from "./useRuleTexts.ts";

/** What no value alone breaks: each rule with the state of other records that it needs. */
export function BusinessRules({
  resource,
  texts,
}: {
  readonly resource: string;
  readonly texts: RuleTexts;
}): ReactNode {
  const translate = useTranslate();
  const own = businessBook.filter((entry) => entry.resource === resource);
  if (own.length === 0) return null;
  return (
    <section className="rb-field" aria-labelledby="rb-business">
      <Typography id="rb-business" variant="h2" sx={{ fontSize: "1.05rem" }}>
        {translate("rulebook.business.title")}
      </Typography>
      <ul className="rb-rules">
        {own.map(({ rule, pointer }) => (
          <li key={`${rule} ${pointer}`}>
            <div className="rb-message">
              {texts.errorText({ pointer, rule: "business", params: {}, key: `rules.business.${rule}` })}
            </div>
            <div className="rb-notes">
              <code>{rule}</code>
              <span>
                {translate("rulebook.business.at", { field: texts.label(pointer) })}{" "}
                {translate(`rulebook.states.${rule}`)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
