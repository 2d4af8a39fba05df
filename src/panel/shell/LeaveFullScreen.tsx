import FullscreenExitIcon from "@mui/icons-material/FullscreenExit";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useTranslate } from "ra-core";

/** The only thing around the page in full-screen mode: the way back. */
export function LeaveFullScreen({ onLeave }: { onLeave: () => void }) {
  const translate = useTranslate();
  const label = translate("app.fullScreen.leave");
  return (
    <Tooltip title={label}>
      <IconButton
        autoFocus
        aria-label={label}
        aria-keyshortcuts="Escape"
        onClick={onLeave}
        sx={{
          position: "fixed",
          right: 12,
          bottom: 12,
          zIndex: "appBar",
          bgcolor: "background.paper",
          border: 1,
          borderColor: "divider",
          "&:hover": { bgcolor: "background.paper" },
        }}
      >
        <FullscreenExitIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
