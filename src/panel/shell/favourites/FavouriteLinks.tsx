import CloseIcon from "@mui/icons-material/Close";
import StarIcon from "@mui/icons-material/Star";
import IconButton from "@mui/material/IconButton";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Tooltip from "@mui/material/Tooltip";
import { useTranslate } from "ra-core";
import { Link, useLocation } from "react-router";
import { MenuGroupList } from "../MenuGroupList.tsx";
import { matchesWords } from "../menuTree.ts";
import { type StoredFavourite, useFavourites } from "./useFavourites.ts";

export interface FavouriteLinksProps {
  readonly isMini: boolean;
  /** What was typed into the menu's search. */
  readonly text: string;
  readonly onNavigate: () => void;
}

/** The pages that somebody wants at hand, above the menu's own. */
export function FavouriteLinks({ isMini, text, onNavigate }: FavouriteLinksProps) {
  const { items, remove } = useFavourites();
  const shown = items.filter(({ title }) => matchesWords(title, text));
  if (shown.length === 0) return null;
  return (
    <MenuGroupList name="favourites" isMini={isMini}>
      {shown.map((favourite) => (
        <FavouriteLink
          key={favourite.id}
          favourite={favourite}
          isMini={isMini}
          onNavigate={onNavigate}
          onRemove={() => remove(favourite)}
        />
      ))}
    </MenuGroupList>
  );
}

interface FavouriteLinkProps {
  readonly favourite: StoredFavourite;
  readonly isMini: boolean;
  readonly onNavigate: () => void;
  readonly onRemove: () => void;
}

function FavouriteLink({ favourite: { path, title }, isMini, onNavigate, onRemove }: FavouriteLinkProps) {
  const translate = useTranslate();
  const { pathname, search } = useLocation();
  const isHere = pathname + search === path;
  const removal = translate("app.favourites.removeOne", { title });
  const remove = (
    <Tooltip title={removal}>
      <IconButton edge="end" size="small" aria-label={removal} onClick={onRemove} className="menu-favourite-remove">
        <CloseIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Tooltip>
  );
  return (
    <ListItem
      disablePadding
      secondaryAction={isMini ? undefined : remove}
      sx={{
        // On hover and focus, so that the names stand alone; always there where nothing hovers.
        "@media (hover: hover)": {
          "&:not(:hover):not(:focus-within) .menu-favourite-remove": { opacity: 0 },
        },
      }}
    >
      <Tooltip title={isMini ? title : ""} placement="right">
        <ListItemButton
          component={Link}
          to={path}
          selected={isHere}
          aria-current={isHere ? "page" : undefined}
          aria-label={isMini ? title : undefined}
          onClick={onNavigate}
          sx={{ px: 1, gap: 1.25, justifyContent: isMini ? "center" : undefined }}
        >
          <ListItemIcon sx={{ minWidth: 0, color: isHere ? "inherit" : "text.secondary" }}>
            <StarIcon fontSize="small" />
          </ListItemIcon>
          {!isMini && <ListItemText primary={title} slotProps={{ primary: { noWrap: true, variant: "body2" } }} />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}
