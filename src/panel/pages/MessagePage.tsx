import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useDocumentTitle } from "../shell/useDocumentTitle.ts";

export interface MessagePageProps {
  /** Small word above the title: an error's number. */
  mark?: string;
  title: string;
  text: string;
  /** More to say, between the text and the ways on. */
  details?: ReactNode;
  /** Ways on besides the one home. */
  children?: ReactNode;
}

/** A page that has nothing but something to say. */
export function MessagePage({ mark, title, text, details, children }: MessagePageProps) {
  const translate = useTranslate();
  useDocumentTitle([title]);
  return (
    <Box sx={{ maxWidth: 560, mx: "auto", mt: "12vh", px: 2 }}>
      {mark && (
        <Typography variant="overline" component="p" color="textSecondary">
          {mark}
        </Typography>
      )}
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {text}
      </Typography>
      {details}
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        <Button variant="contained" component={Link} to="/dashboard">
          {translate("app.page.home")}
        </Button>
        {children}
      </Box>
    </Box>
  );
}
