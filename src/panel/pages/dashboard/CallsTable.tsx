import Link from "@mui/material/Link";
import { useLocale, useTranslate } from "ra-core";
import { Link as RouterLink } from "react-router";
import { listAddress } from "../../resource/listAddress.ts";
import type { CallBar } from "./callBars.ts";

interface CallsTableProps {
  readonly bars: readonly CallBar[];
  readonly parts: { readonly lower: string; readonly upper: string };
}

/** The picture's numbers, newest first; each time leads to the calls that began then. */
export function CallsTable({ bars, parts }: CallsTableProps) {
  const translate = useTranslate();
  const locale = useLocale();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="dash-table" tabIndex={0} aria-label={translate("dashboard.calls.asTable")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{translate("dashboard.calls.time")}</th>
            <th scope="col">{parts.lower}</th>
            <th scope="col">{parts.upper}</th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map(({ key, label, lower, upper, filter }) => (
            <tr key={key}>
              <th scope="row">
                {lower + upper > 0 ? (
                  <Link component={RouterLink} to={listAddress("calllists", filter) ?? "/"}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
              <td>{lower.toLocaleString(locale)}</td>
              <td>{upper.toLocaleString(locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
