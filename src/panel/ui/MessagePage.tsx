import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { Link, useLocation, useNavigate } from "react-router";
import styles from "./page.module.css";
import { useDocumentTitle } from "./useDocumentTitle.ts";

interface MessagePageProps {
  /** Text above the title: an error's number. */
  mark?: string;
  title: string;
  text: string;
  /** Content between the text and the links. */
  details?: ReactNode;
  /** Links besides the one to the dashboard. */
  children?: ReactNode;
}

/** A page that only shows a message. */
export function MessagePage({ mark, title, text, details, children }: MessagePageProps) {
  const translate = useTranslate();
  useDocumentTitle([title]);
  return (
    <div className={styles.message}>
      {mark && (
        <Typography variant="overline" component="p" color="textSecondary">
          {mark}
        </Typography>
      )}
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      <Typography color="textSecondary" className="below-16">
        {text}
      </Typography>
      {details}
      <div className="row">
        <Button variant="contained" component={Link} to="/dashboard">
          {translate("app.page.home")}
        </Button>
        {children}
      </div>
    </div>
  );
}

/** Goes back to the previous page, if any. */
export function BackButton() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { key } = useLocation();
  if (key === "default" || window.history.length < 2) return null;
  return <Button onClick={() => navigate(-1)}>{translate("app.page.back")}</Button>;
}

/** Replaces a page whose licence the platform lacks. */
export function LicencePage({ licence }: { licence: string }) {
  const translate = useTranslate();
  return <MessagePage title={translate("app.page.licence")} text={translate("app.page.licenceText", { licence })} />;
}

export function NotFoundPage() {
  const translate = useTranslate();
  return (
    <MessagePage mark="404" title={translate("app.page.notFound")} text={translate("app.page.notFoundText")}>
      <BackButton />
    </MessagePage>
  );
}
