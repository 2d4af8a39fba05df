import CloseIcon from "@mui/icons-material/Close";
import ExpandMore from "@mui/icons-material/ExpandMore";
import OpenInNew from "@mui/icons-material/OpenInNew";
import SearchIcon from "@mui/icons-material/Search";
import StarIcon from "@mui/icons-material/Star";
import ButtonBase from "@mui/material/ButtonBase";
import InputAdornment from "@mui/material/InputAdornment";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import OutlinedInput from "@mui/material/OutlinedInput";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import {
  type ElementType,
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  useCallback,
  useState,
} from "react";
import { useStore, useTranslate } from "react-admin";
import { Link, useLocation, useNavigate } from "react-router";
import { toHref } from "../navigation/recordPath.ts";
import { NamedButton } from "../ui/NamedButton.tsx";
import { byMenu } from "../views/list/savedViews/standardViews.ts";
import { iconOf } from "./icons.tsx";
import { findEntryKey, type MenuEntry, type MenuGroup, matchesWords, searchMenu } from "./menuTree.ts";
import styles from "./navMenu.module.css";
import { stateAttribute } from "./plainLinks.ts";
import { type StoredFavourite, useFavourites } from "./useFavourites.ts";
import { useMenu } from "./useMenu.ts";

interface NavMenuProps {
  /** Icons only, with labels as tooltips. */
  isMini: boolean;
  /** Called on navigation. */
  onNavigate: () => void;
}

const none: readonly string[] = [];

export function NavMenu({ isMini, onNavigate }: NavMenuProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const menu = useMenu();
  const [text, setText] = useState("");
  const { pathname } = useLocation();
  const here = findEntryKey(menu, pathname);
  const visibleGroups = isMini || text === "" ? menu : searchMenu(menu, text);

  const go = useCallback(() => {
    setText("");
    onNavigate();
  }, [onNavigate]);
  const onKeyDown = (event: KeyboardEvent) => {
    const first = visibleGroups[0]?.entries[0];
    if (event.key === "Escape") setText("");
    if (event.key !== "Enter" || text === "" || !first) return;
    navigate(first.path, { state: byMenu });
    go();
  };

  return (
    <nav aria-label={translate("app.menu.label")} className={styles.menu}>
      {!isMini && (
        <div className={styles.find}>
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
        </div>
      )}
      <FavouriteLinks isMini={isMini} text={isMini ? "" : text} onNavigate={go} />
      {visibleGroups.map((group) => (
        <MenuGroupLinks
          key={group.name}
          group={group}
          here={group.entries.some(({ key }) => key === here) ? here : undefined}
          isMini={isMini}
          // Matches always show, and so do icons, which have no headings.
          canFold={!isMini && text === ""}
          onNavigate={go}
        />
      ))}
      {visibleGroups.length === 0 && (
        <Typography role="status" variant="body2" color="textSecondary" className="pad-16">
          {translate("app.menu.noMatch")}
        </Typography>
      )}
    </nav>
  );
}

interface MenuGroupLinksProps {
  readonly group: MenuGroup;
  /** The entry of the page, if it is one of these. */
  readonly here: string | undefined;
  readonly isMini: boolean;
  readonly canFold: boolean;
  readonly onNavigate: () => void;
}

/** Memoized: a page change affects two groups. */
const MenuGroupLinks = memo(function MenuGroupLinks({ group, here, isMini, canFold, onNavigate }: MenuGroupLinksProps) {
  const { name, entries } = group;
  const [folded, setFolded] = useStore<readonly string[]>("preferences.menu.folded", none);
  const isFolded = canFold && folded.includes(name);
  const visible = isFolded ? entries.filter(({ key }) => key === here) : entries;
  const fold = () => setFolded(isFolded ? folded.filter((other) => other !== name) : [...folded, name]);
  return (
    <MenuGroupList name={name} isMini={isMini} isFolded={isFolded} onFold={canFold ? fold : undefined}>
      {visible.map((entry) => (
        <MenuLink key={entry.key} entry={entry} isHere={entry.key === here} isMini={isMini} onNavigate={onNavigate} />
      ))}
    </MenuGroupList>
  );
});

interface MenuLinkProps {
  readonly entry: MenuEntry;
  readonly isHere: boolean;
  readonly isMini: boolean;
  readonly onNavigate: () => void;
}

/** Memoized: there are dozens, and a page change affects two. */
const MenuLink = memo(function MenuLink({ entry, isHere, isMini, onNavigate }: MenuLinkProps) {
  const translate = useTranslate();
  const { windowHref } = entry;
  const hint = windowHref === undefined ? "" : ` (${translate("app.menu.newWindow")})`;
  const target =
    windowHref === undefined
      ? { href: toHref(entry.path), [stateAttribute]: JSON.stringify(byMenu) }
      : { href: windowHref, target: "_blank", rel: "noopener" };
  const name = entry.label + hint;
  const link = (
    <ListItemButton
      {...target}
      selected={isHere}
      aria-current={isHere ? "page" : undefined}
      aria-label={isMini ? name : undefined}
      onClick={onNavigate}
      className={`gap-8 pad-inline-8 ${isMini ? "centred" : ""}`}
    >
      <EntryFace Icon={iconOf(entry.icon)} label={entry.label} isHere={isHere} isMini={isMini} />
      {!isMini && windowHref !== undefined && (
        <>
          <span className="sr-only">{hint}</span>
          <OpenInNew className={`quiet ${styles.opens}`} />
        </>
      )}
    </ListItemButton>
  );
  return <ListItem disablePadding>{isMini ? withTooltip(name, link) : link}</ListItem>;
});

interface EntryFaceProps {
  readonly Icon: ElementType;
  readonly label: string;
  readonly isHere: boolean;
  readonly isMini: boolean;
  /** The label may be of any length, and is cut instead of wrapped. */
  readonly isCut?: boolean;
}

/** The icon of an entry and, unless there are icons only, its label. */
function EntryFace({ Icon, label, isHere, isMini, isCut = false }: EntryFaceProps) {
  return (
    <>
      <ListItemIcon className={isHere ? `shrink quiet ${styles.here}` : "shrink quiet"}>
        <Icon fontSize="small" />
      </ListItemIcon>
      {!isMini && <ListItemText primary={label} slotProps={{ primary: { ...labelProps, noWrap: isCut } }} />}
    </>
  );
}

/** Two lines of a wrapped label are one entry. */
const labelProps = { variant: "body2", lineHeight: 1.35, className: styles.label } as const;

/** An icon without label gets a tooltip. */
const withTooltip = (title: string, link: ReactElement) => (
  <Tooltip title={title} placement="right">
    {link}
  </Tooltip>
);

interface FavouriteLinksProps {
  readonly isMini: boolean;
  /** The menu's search text. */
  readonly text: string;
  readonly onNavigate: () => void;
}

/** The user's favourites, above the menu. */
function FavouriteLinks({ isMini, text, onNavigate }: FavouriteLinksProps) {
  const { items, remove } = useFavourites();
  const matches = items.filter(({ title }) => matchesWords(title, text));
  if (matches.length === 0) return null;
  return (
    <MenuGroupList name="favourites" isMini={isMini}>
      {matches.map((favourite) => (
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
    <NamedButton edge="end" size="small" label={removal} onClick={onRemove} className={styles.remove}>
      <CloseIcon className="text-16" />
    </NamedButton>
  );
  return (
    <ListItem disablePadding secondaryAction={isMini ? undefined : remove} className={styles.favourite}>
      <Tooltip title={title} placement="right">
        <ListItemButton
          component={Link}
          to={path}
          selected={isHere}
          aria-current={isHere ? "page" : undefined}
          aria-label={isMini ? title : undefined}
          onClick={onNavigate}
          className={`gap-8 pad-inline-8 ${isMini ? "centred" : ""}`}
        >
          <EntryFace Icon={StarIcon} label={title} isHere={isHere} isMini={isMini} isCut />
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}

interface MenuGroupListProps {
  /** Key below `app.menu.groups`. */
  readonly name: string;
  readonly isMini: boolean;
  /** The entries show only where one is, or none. */
  readonly isFolded?: boolean;
  /** Folds or unfolds it; absent where it always shows all. */
  readonly onFold?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Menu links below their heading, which is hidden where only icons are shown. */
function MenuGroupList({ name, isMini, isFolded = false, onFold, children }: MenuGroupListProps) {
  const translate = useTranslate();
  const title = translate(`app.menu.groups.${name}`);
  return (
    <List
      dense
      aria-label={title}
      className={styles.group}
      data-mini={isMini || undefined}
      data-folded={isFolded || undefined}
      subheader={
        isMini ? undefined : (
          <ListSubheader disableSticky disableGutters className={styles.heading}>
            <Typography component="h2" variant="overline" color="textSecondary" className={styles.headingText}>
              {onFold ? (
                <ButtonBase
                  aria-expanded={!isFolded}
                  onClick={onFold}
                  className={`between full pad-inline-8 round-8 ${styles.fold}`}
                >
                  {title}
                  <ExpandMore className="fold-arrow text-16" />
                </ButtonBase>
              ) : (
                <span className="pad-inline-8">{title}</span>
              )}
            </Typography>
          </ListSubheader>
        )
      }
    >
      {children}
    </List>
  );
}
