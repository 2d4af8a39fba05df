import Typography from "@mui/material/Typography";
import { useLocale, useTranslate } from "react-admin";
import { type Explanation, explainAccess, explainPage } from "../../../core/access/explainAccess.ts";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import { useRoleName } from "../../providers/roles.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import type { Lack } from "../../providers/startupData.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { formatList, type Translate } from "../../providers/texts.ts";
import type { AccessQuestion } from "./accessQuestion.ts";

interface ExplanationTexts {
  /** "Why can’t I change this?" */
  readonly title: string;
  /** The rule that refuses. */
  readonly rule: string;
  /** Roles that could do it; undefined where it does not depend on roles. */
  readonly who?: string;
  /** Advice to the user. */
  readonly next: string;
}

/** The answer to a question as text. */
export function useExplanation(question: AccessQuestion): ExplanationTexts {
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const roleName = useRoleName();
  const explanation = answerOf(question, access);
  const lack = "resource" in question ? access.findLack(summaryOf(question.resource)) : null;
  const title = titleOf(question, translate);
  const names = "resource" in question ? translate(nameKey(question.resource), { smart_count: 2 }) : "";
  const params = { role: roleName(access.role), names };
  if (lack) {
    return {
      title,
      rule: translate(`app.explain.lack.${lack satisfies Lack}`),
      next: translate("app.explain.next.lack"),
    };
  }
  if (explanation.isAllowed) {
    const why = access.isViewing ? "viewing" : "platform";
    return { title, rule: translate(`app.explain.rule.${why}`, params), next: translate(`app.explain.next.${why}`) };
  }
  const { reason, flag, who, isOwners } = explanation;
  const kind = reason === "right" && "resource" in question ? `right.${rightWord(question)}` : reason;
  const people = [...who.map((role) => roleName(role)), ...(isOwners ? [translate("app.explain.owner")] : [])];
  return {
    title,
    rule: translate(`app.explain.rule.${kind === "right" ? "page" : kind}`, {
      ...params,
      flag: flag ? translate(`app.explain.flag.${flag}`) : "",
    }),
    who: people.length > 0 ? formatList(people, locale) : translate("app.explain.nobody"),
    next: translate(
      `app.explain.next.${people.length === 0 ? "nobody" : reason === "readOnly" || reason === "flag" ? reason : "other"}`,
    ),
  };
}

function answerOf(question: AccessQuestion, access: ReturnType<typeof useAccess>): Explanation {
  return "page" in question
    ? explainPage(access, question.page, question.right)
    : explainAccess(access, summaryOf(question.resource), question.right, question);
}

function titleOf(question: AccessQuestion, translate: Translate): string {
  if ("page" in question) return translate("app.explain.title.page");
  const { resource, field } = question;
  if (field) return translate("app.explain.title.field", { field: translate(fieldKey(resource, field.name)) });
  const name = translate(nameKey(resource), { smart_count: question.right === "create" || question.record ? 1 : 2 });
  return translate(`app.explain.title.${rightWord(question)}`, { name });
}

/** To users, looking up is a way of reading; to the rules it is not. */
function rightWord({ right }: AccessQuestion): string {
  return right === "lookup" ? "read" : right;
}

/** The rule that refuses, the roles that could, and what to do. */
export function ExplanationText({ question }: { question: AccessQuestion }) {
  const translate = useTranslate();
  const { rule, who, next } = useExplanation(question);
  return (
    <>
      <Typography gutterBottom>{rule}</Typography>
      {who && (
        <Typography gutterBottom>
          <strong>{translate("app.explain.who")}</strong> {who}
        </Typography>
      )}
      <Typography color="textSecondary">{next}</Typography>
    </>
  );
}
