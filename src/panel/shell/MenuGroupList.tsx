import List from "@mui/material/List";
import ListSubheader from "@mui/material/ListSubheader";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";

export interface MenuGroupListProps {
  /** Of the texts below `app.menu.groups`. */
  readonly name: string;
  readonly isMini: boolean;
  readonly children: ReactNode;
}

/** Links of the menu below their heading; the heading goes where there are only icons. */
export function MenuGroupList({ name, isMini, children }: MenuGroupListProps) {
  const translate = useTranslate();
  const title = translate(`app.menu.groups.${name}`);
  return (
    <List
      dense
      aria-label={title}
      sx={{ px: 1, pt: isMini ? 1 : 1.5 }}
      subheader={
        isMini ? undefined : (
          <ListSubheader disableSticky sx={{ px: 1, lineHeight: "32px", bgcolor: "transparent" }}>
            <Typography component="h2" variant="overline" color="textSecondary" sx={{ lineHeight: "inherit" }}>
              {title}
            </Typography>
          </ListSubheader>
        )
      }
    >
      {children}
    </List>
  );
}
