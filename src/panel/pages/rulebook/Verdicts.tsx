import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import HelpOutlined from "@mui/icons-material/HelpOutlineOutlined";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { shortRule } from "../../../core/rulebook/cases.ts";
import type { Tried, TriedRule } from "../../../core/rulebook/tryValue.ts";
import type { RuleTexts } from "./useRuleTexts.ts";

const looks = {
  refuses: { Icon: ErrorOutlined, colour: "error" },
  accepts: { Icon: CheckCircle, colour: "success" },
  asks: { Icon: HelpOutlined, colour: "disabled" },
} as const;
const order = ["refuses", "accepts", "asks"] as const;

/** What each rule says: those that refuse first, in the words of their message. */
export function Verdicts({ tried, texts }: { readonly tried: Tried; readonly texts: RuleTexts }): ReactNode {
  const translate = useTranslate();
  const refusing = tried.rules.filter(({ verdict }) => verdict === "refuses").length + tried.others.length;
  const sorted = [...tried.rules].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (
    <>
      <Typography sx={{ fontWeight: 600, color: refusing > 0 ? "error.main" : "success.main" }}>
        {refusing > 0
          ? translate("rulebook.verdict.refused", { smart_count: refusing })
          : translate("rulebook.verdict.accepted")}
      </Typography>
      <ul className="rb-verdicts">
        {tried.others.map((error) => (
          <li key={error.key}>
            <ErrorOutlined aria-hidden color="error" fontSize="small" />
            <span>{texts.errorText(error)}</span>
          </li>
        ))}
        {sorted.map((one) => (
          <Verdict key={`${one.rule.key} ${JSON.stringify(one.rule.when)}`} tried={one} texts={texts} />
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
    <li>
      <Icon aria-hidden color={colour} fontSize="small" />
      <span>
        <code>{shortRule(rule)}</code>{" "}
        {verdict === "refuses" && error ? texts.errorText(error) : translate(`rulebook.verdict.${verdict}`)}
        {condition && <span className="rb-condition">{translate("rulebook.list.when", { condition })}</span>}
      </span>
    </li>
  );
}
