import ErrorOutlineOutlined from "@mui/icons-material/ErrorOutlineOutlined";
import Schedule from "@mui/icons-material/Schedule";
import Link from "@mui/material/Link";
import { useLocale, useTranslate } from "ra-core";
import { Fragment } from "react";
import { Link as RouterLink } from "react-router";
import { listText } from "../../listText.ts";
import type { Few } from "../../providers/dashboard.ts";
import { summaryOf } from "../../providers/resources.ts";
import { listAddress } from "../../resource/listAddress.ts";
import type { Question } from "./questions.ts";
import { RecordLink } from "./RecordLink.tsx";

/** How many there are, as a link to them, and the first of them by name. */
export function AttentionRow({ question, few }: { readonly question: Question; readonly few: Few }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { key, resource, filter, isFailure } = question;
  const { parent } = summaryOf(resource);
  const first = few.records[0]?.record;
  const parentId = parent && first?.[parent.by];
  const address = listAddress(resource, filter, parentId === undefined ? undefined : String(parentId));
  const text = translate(`dashboard.attention.${key}`, { smart_count: few.total });
  const names = listText(
    few.records.map(({ title }) => title),
    locale,
  );
  const Icon = isFailure ? ErrorOutlineOutlined : Schedule;
  return (
    <li className="dash-point">
      <Icon className={isFailure ? "dash-failure" : "dash-waiting"} aria-hidden="true" />
      {address ? (
        <Link component={RouterLink} to={address} className="dash-main">
          {text}
        </Link>
      ) : (
        <span className="dash-main">{text}</span>
      )}
      <span className="dash-names" title={names}>
        {few.records.map(({ record }, index) => (
          <Fragment key={record.id}>
            {index > 0 && ", "}
            <RecordLink resource={resource} record={record} />
          </Fragment>
        ))}
        {few.total > few.records.length && ", …"}
      </span>
    </li>
  );
}
