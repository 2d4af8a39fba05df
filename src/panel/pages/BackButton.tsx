import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { useLocation, useNavigate } from "react-router";

/** To the page before this one, where there is one. */
export function BackButton() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { key } = useLocation();
  if (key === "default" || window.history.length < 2) return null;
  return <Button onClick={() => navigate(-1)}>{translate("app.page.back")}</Button>;
}
