import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, useId } from "react";
import { Link as RouterLink } from "react-router";
import { refusalText } from "../../views/record/refusalText.ts";

interface TileProps {
  readonly title: string;
  /** Where all of it is. */
  readonly more?: { readonly address: string; readonly label: string };
  /** Stands at the end of the title's line. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the dashboard with its title. Its size does not depend on what it will hold. */
export function Tile({ title, more, actions, className = "", children }: TileProps) {
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} className={`dash-tile ${className}`}>
      <div className="dash-head">
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {actions}
        {more && (
          <Link component={RouterLink} to={more.address} className="dash-more">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </Paper>
  );
}

interface TileProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Why a tile shows nothing; all others go on. */
export function TileProblem({ error, onRetry }: TileProblemProps) {
  const translate = useTranslate();
  return (
    <div className="dash-problem" role="alert">
      <span>{translate("dashboard.failed", { reason: refusalText(translate, error) })}</span>
      <Button size="small" onClick={onRetry}>
        {translate("dashboard.retry")}
      </Button>
    </div>
  );
}

export function TileNote({ children }: { readonly children: ReactNode }) {
  return <p className="dash-note">{children}</p>;
}
