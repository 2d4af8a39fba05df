import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import { useLocale, useTranslate } from "ra-core";
import { Link } from "react-router";
import { readFew } from "../../providers/dashboard.ts";
import { nameKey } from "../../resource/labels.ts";
import { listAddress } from "../../resource/listAddress.ts";
import type { Count } from "./counts.ts";
import { useTile } from "./useTile.ts";

/** How much there is of everything one works with; each number leads to its list. */
export function CountStrip({ counts }: { readonly counts: readonly Count[] }) {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" component="ul" aria-label={translate("dashboard.counts")} className="dash-counts">
      {counts.map((count) => (
        <CountCell key={count.resource} count={count} />
      ))}
    </Paper>
  );
}

function CountCell({ count: { resource, filter } }: { readonly count: Count }) {
  const translate = useTranslate();
  const locale = useLocale();
  const query = useTile(["count", resource], (signal) => readFew(resource, { ...filter }, 1, signal));
  const name = translate(nameKey(resource), { smart_count: 2 });
  return (
    <li>
      <Link to={listAddress(resource) ?? "/"} className="dash-count">
        <span className="dash-number">
          {query.isPending ? (
            <Skeleton width={48} />
          ) : query.isError ? (
            <span role="img" aria-label={translate("dashboard.notCounted")} title={translate("dashboard.notCounted")}>
              –
            </span>
          ) : (
            query.data.total.toLocaleString(locale)
          )}
        </span>
        <span className="dash-label">{name}</span>
      </Link>
      {query.isError && (
        <button type="button" className="dash-again" onClick={() => query.refetch()}>
          {translate("dashboard.retry")}
        </button>
      )}
    </li>
  );
}
