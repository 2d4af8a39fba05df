import OpenInNew from "@mui/icons-material/OpenInNew";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import OutlinedInput from "@mui/material/OutlinedInput";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type KeyboardEvent, memo, type ReactElement, useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { toHref } from "../resource/addressOf.ts";
import { visuallyHidden } from "../theme/visuallyHidden.ts";
import { byMenu } from "../views/list/views/standardViews.ts";
import { FavouriteLinks } from "./favourites/FavouriteLinks.tsx";
import { iconOf } from "./icons.ts";
import { MenuGroupList } from "./MenuGroupList.tsx";
import { entryAt, type MenuEntry, searchMenu } from "./menuTree.ts";
import { stateAttribute } from "./plainLinks.ts";
import { useMenu } from "./useMenu.ts";

export interface NavMenuProps {
  /** Icons only, with their words as tooltips. */
  isMini: boolean;
  /** Called when the person went somewhere. */
  onNavigate: () => void;
}

export function NavMenu({ isMini, onNavigate }: NavMenuProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const menu = useMenu();
  const [text, setText] = useState("");
  const { pathname } = useLocation();
  const here = entryAt(menu, pathname);
  const shown = isMini ? menu : searchMenu(menu, text);

  const go = useCallback(() => {
    setText("");
    onNavigate();
  }, [onNavigate]);
  const onKeyDown = (event: KeyboardEvent) => {
    const first = shown[0]?.entries[0];
    if (event.key === "Escape") setText("");
    if (event.key !== "Enter" || text === "" || !first) return;
    navigate(first.address, { state: byMenu });
    go();
  };

  return (
    <Box component="nav" aria-label={translate("app.menu.label")} sx={{ pb: 2 }}>
      {!isMini && (
        <Box sx={{ px: 1.5, pt: 1.5 }}>
          <OutlinedInput
            fullWidth
            size="small"
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={translate("app.menu.search")}
            inputProps={{ "aria-label": translate("app.menu.search") }}
            startAdornment={
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            }
          />
        </Box>
      )}
      <FavouriteLinks isMini={isMini} text={isMini ? "" : text} onNavigate={go} />
      {shown.map(({ name, entries }) => (
        <MenuGroupList key={name} name={name} isMini={isMini}>
          {entries.map((entry) => (
            <MenuLink key={entry.key} entry={entry} isHere={entry.key === here} isMini={isMini} onNavigate={go} />
          ))}
        </MenuGroupList>
      ))}
      {shown.length === 0 && (
        <Typography role="status" variant="body2" color="textSecondary" sx={{ p: 2 }}>
          {translate("app.menu.noMatch")}
        </Typography>
      )}
    </Box>
  );
}

interface MenuLinkProps {
  readonly entry: MenuEntry;
  readonly isHere: boolean;
  readonly isMini: boolean;
  readonly onNavigate: () => void;
}

/** Dozens of them, of which a change of page concerns two. */
const MenuLink = memo(function MenuLink({ entry, isHere, isMini, onNavigate }: MenuLinkProps) {
  const Icon = iconOf(entry.icon);
  const translate = useTranslate();
  const { opens } = entry;
  const hint = opens === undefined ? "" : ` (${translate("app.menu.newWindow")})`;
  const target =
    opens === undefined
      ? { href: toHref(entry.address), [stateAttribute]: JSON.stringify(byMenu) }
      : { href: opens, target: "_blank", rel: "noopener" };
  const name = entry.label + hint;
  const link = (
    <ListItemButton
      {...target}
      selected={isHere}
      aria-current={isHere ? "page" : undefined}
      aria-label={isMini ? name : undefined}
      onClick={onNavigate}
      sx={{ px: 1, gap: 1.25, justifyContent: isMini ? "center" : undefined }}
    >
      <ListItemIcon sx={{ minWidth: 0, color: isHere ? "inherit" : "text.secondary" }}>
        <Icon fontSize="small" />
      </ListItemIcon>
      {!isMini && <ListItemText primary={entry.label} slotProps={{ primary: { noWrap: true, variant: "body2" } }} />}
      {!isMini && opens !== undefined && (
        <>
          <Box component="span" sx={visuallyHidden}>
            {hint}
          </Box>
          <OpenInNew sx={{ fontSize: 14, color: "text.secondary" }} />
        </>
      )}
    </ListItemButton>
  );
  return <ListItem disablePadding>{isMini ? withTooltip(name, link) : link}</ListItem>;
});

/** Where the icon stands alone its word comes up beside it. */
const withTooltip = (title: string, link: ReactElement) => (
  <Tooltip title={title} placement="right">
    {link}
  </Tooltip>
);
