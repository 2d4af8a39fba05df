import Visibility from "@mui/icons-material/Visibility";
import VisibilityOff from "@mui/icons-material/VisibilityOff";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";

interface RevealButtonProps {
  readonly isShown: boolean;
  readonly onClick: () => void;
}

/** Shows or hides what a masked input holds. */
export function RevealButton({ isShown, onClick }: RevealButtonProps): ReactNode {
  const translate = useTranslate();
  return (
    <Tooltip title={translate(isShown ? "forms.password.hide" : "forms.password.show")}>
      <IconButton edge="end" aria-pressed={isShown} aria-label={translate("forms.password.show")} onClick={onClick}>
        {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
