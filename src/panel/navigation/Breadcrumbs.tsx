import ArrowBack from "@mui/icons-material/ArrowBack";
import Home from "@mui/icons-material/Home";
import MuiBreadcrumbs from "@mui/material/Breadcrumbs";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import styles from "../ui/page.module.css";
import { useGoBack } from "./visitHistory.ts";

export interface Crumb {
  /** Absent while loading. */
  readonly label: string | undefined;
  /** Absent for the current page, and for pages that do not exist. */
  readonly to?: string;
  /** A list: the target of the back button. */
  readonly isList?: boolean;
}

/** Breadcrumbs, the page itself last, and a back button; nothing for top-level pages. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const translate = useTranslate();
  if (crumbs.length < 2) return null;
  const above = crumbs.slice(0, -1).filter(({ to }) => to !== undefined);
  const list = above.findLast(({ isList }) => isList)?.to ?? above.at(-1)?.to;
  return (
    <Stack direction="row" spacing={0.5} className={`middle below-8 ${styles.trail}`}>
      {list !== undefined && <BackToList list={list} above={above.map(({ to = "" }) => to)} />}
      <MuiBreadcrumbs aria-label={translate("app.breadcrumbs")} className="text-12 anywhere">
        <Link
          component={RouterLink}
          to="/dashboard"
          aria-label={translate("app.page.dashboard")}
          color="textSecondary"
          className="flex pad-4"
        >
          <Home className="text-16" />
        </Link>
        {crumbs.map(({ label, to }, index) =>
          label === undefined ? (
            <Skeleton key={to} variant="text" width="6rem" />
          ) : to && index < crumbs.length - 1 ? (
            <Link key={to} component={RouterLink} to={to} variant="caption" color="textSecondary">
              {label}
            </Link>
          ) : (
            <Typography
              key={label}
              variant="caption"
              color="textPrimary"
              aria-current={index === crumbs.length - 1 ? "page" : undefined}
            >
              {label}
            </Typography>
          ),
        )}
      </MuiBreadcrumbs>
    </Stack>
  );
}

function BackToList({ list, above }: { list: string; above: readonly string[] }) {
  const translate = useTranslate();
  const goBack = useGoBack(list, above);
  return (
    <IconButton
      size="small"
      edge="start"
      aria-label={translate("app.page.back")}
      aria-keyshortcuts="Escape"
      onClick={goBack}
      className="pad-4"
    >
      <ArrowBack className="text-16" />
    </IconButton>
  );
}
