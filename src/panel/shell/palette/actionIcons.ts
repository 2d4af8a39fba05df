import ArrowForward from "@mui/icons-material/ArrowForward";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Delete from "@mui/icons-material/Delete";
import Edit from "@mui/icons-material/Edit";
import Lock from "@mui/icons-material/Lock";
import LockOpen from "@mui/icons-material/LockOpen";
import Tune from "@mui/icons-material/Tune";
import type { ElementType } from "react";

/** Icons of actions on a record, by the names of `recordCommands`. */
export const actionIcons: Readonly<Record<string, ElementType>> = {
  open_in_full: ArrowForward,
  content_copy: ContentCopy,
  delete: Delete,
  edit: Edit,
  lock: Lock,
  lock_open: LockOpen,
  tune: Tune,
};
