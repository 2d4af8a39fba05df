import ExpandMore from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, useId } from "react";
import type { PreferenceGroupView } from "./arrange.ts";

interface PreferenceGroupProps {
  readonly group: PreferenceGroupView;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Only asked for while the group is open: closed ones cost nothing. */
  readonly children: () => ReactNode;
}

/** A group of preferences that opens and closes. */
export function PreferenceGroup({ group, isOpen, onToggle, children }: PreferenceGroupProps): ReactNode {
  const translate = useTranslate();
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={`${id}-title`}>
      <Typography variant="h2" component="h2" id={`${id}-title`}>
        <ButtonBase
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-content` : undefined}
          onClick={onToggle}
          sx={{
            width: "100%",
            p: 1.5,
            columnGap: 1,
            justifyContent: "flex-start",
            flexWrap: "wrap",
            font: "inherit",
            textAlign: "start",
            // German words are longer than a phone is wide.
            "& > span": { minWidth: 0, overflowWrap: "anywhere" },
          }}
        >
          <ExpandMore aria-hidden fontSize="small" sx={{ transform: isOpen ? undefined : "rotate(-90deg)" }} />
          <span>{group.name}</span>
          <Typography component="span" variant="caption" color="textSecondary">
            {translate("forms.preferences.count", { smart_count: group.defs.length, set: group.set })}
          </Typography>
        </ButtonBase>
      </Typography>
      {isOpen && (
        <Box id={`${id}-content`} sx={{ px: { xs: 1.5, sm: 3 }, pb: 1 }}>
          {children()}
        </Box>
      )}
    </Paper>
  );
}
