import CheckIcon from "@mui/icons-material/Check";
import ContrastIcon from "@mui/icons-material/Contrast";
import FullscreenIcon from "@mui/icons-material/Fullscreen";
import MenuIcon from "@mui/icons-material/Menu";
import MenuOpenIcon from "@mui/icons-material/MenuOpen";
import SearchIcon from "@mui/icons-material/Search";
import StarIcon from "@mui/icons-material/Star";
import StarBorderIcon from "@mui/icons-material/StarBorder";
import AppBar from "@mui/material/AppBar";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Link from "@mui/material/Link";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListSubheader from "@mui/material/ListSubheader";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useTheme } from "@mui/material/styles";
import Toolbar from "@mui/material/Toolbar";
import { useTranslate } from "react-admin";
import { Link as RouterLink, useLocation } from "react-router";
import { hasExtension } from "../providers/extensions.ts";
import { lazyOptionalPart } from "../providers/lazyComponent.ts";
import { NamedButton } from "../ui/NamedButton.tsx";
import { useBrand } from "../ui/theme/brand.ts";
import type { Density, ThemeChoice } from "../ui/theme/colourMode.ts";
import { Logo } from "../ui/theme/Logo.tsx";
import { useAppearance } from "../ui/theme/PanelTheme.tsx";
import { currentPageTitle } from "../ui/useDocumentTitle.ts";
import styles from "./shell.module.css";
import { UserMenu } from "./UserMenu.tsx";
import { useFavourites } from "./useFavourites.ts";
import { useMenuAnchor } from "./useMenuAnchor.ts";

interface HeaderProps {
  isMenuOpen: boolean;
  onToggleMenu: () => void;
  /** Enters full-screen mode. */
  onFullScreen: () => void;
  /** Opens the command palette. */
  onSearch: () => void;
}

export function Header({ isMenuOpen, onToggleMenu, onFullScreen, onSearch }: HeaderProps) {
  const translate = useTranslate();
  const toggleLabel = translate(isMenuOpen ? "app.menu.close" : "app.menu.open");
  return (
    <AppBar position="sticky" color="inherit" elevation={0} className={styles.header}>
      <Toolbar variant="dense" disableGutters className={styles.tools}>
        <NamedButton onClick={onToggleMenu} label={toggleLabel} aria-expanded={isMenuOpen}>
          {isMenuOpen ? <MenuOpenIcon /> : <MenuIcon />}
        </NamedButton>
        <Link
          component={RouterLink}
          to="/dashboard"
          underline="none"
          color="textPrimary"
          variant="subtitle1"
          className="line pull"
        >
          <BrandMark />
        </Link>
        <SearchButton onSearch={onSearch} />
        <FavouriteButton />
        {hasExtension("bulk_jobs") && <LaterJobs />}
        <NamedButton label={translate("app.fullScreen.enter")} onClick={onFullScreen}>
          <FullscreenIcon fontSize="small" />
        </NamedButton>
        <AppearanceMenu />
        <UserMenu />
      </Toolbar>
    </AppBar>
  );
}

/** The user's bulk jobs: looked for once the first page is there. */
const LaterJobs = lazyOptionalPart(() => import("./laterParts.ts"), "LazyJobsButton");

/** Looks like a search field; an icon only on narrow screens. */
function SearchButton({ onSearch }: { onSearch: () => void }) {
  const translate = useTranslate();
  return (
    <Button
      color="inherit"
      variant="outlined"
      size="small"
      startIcon={<SearchIcon fontSize="small" />}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onSearch}
      className={`quiet normal ${styles.search}`}
    >
      <span className="narrow-sr-only grow text-start">{translate("app.palette.open")}</span>
      <kbd aria-hidden className={`text-12 ${styles.searchKey}`}>
        {translate("app.palette.shortcut")}
      </kbd>
    </Button>
  );
}

const choices: readonly ThemeChoice[] = ["light", "dark", "system"];
const densities: readonly Density[] = ["comfortable", "compact"];

/** Theme (light, dark or system) and density (comfortable or compact). */
function AppearanceMenu() {
  const translate = useTranslate();
  const { choice, setChoice, density, setDensity } = useAppearance();
  const { button, menu } = useMenuAnchor();
  const label = translate("app.appearance.label");
  const theme = translate("app.appearance.theme");
  const rowHeight = translate("app.appearance.density");
  return (
    <>
      <NamedButton label={label} {...button}>
        <ContrastIcon fontSize="small" />
      </NamedButton>
      <Menu {...menu}>
        <Heading text={theme} />
        {choices.map((option) => (
          <Option
            key={option}
            group={theme}
            label={translate(`app.appearance.${option}`)}
            isChosen={option === choice}
            onChoose={() => setChoice(option)}
          />
        ))}
        <Divider component="li" />
        <Heading text={rowHeight} />
        {densities.map((option) => (
          <Option
            key={option}
            group={rowHeight}
            label={translate(`app.appearance.${option}`)}
            isChosen={option === density}
            onChoose={() => setDensity(option)}
          />
        ))}
      </Menu>
    </>
  );
}

/** Decorative: each option's own label says what it belongs to. */
function Heading({ text }: { text: string }) {
  return (
    <ListSubheader disableSticky aria-hidden className={styles.choices}>
      {text}
    </ListSubheader>
  );
}

interface OptionProps {
  group: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** `focus` is provided by the menu for arrow-key navigation. */
function Option({ group, label, isChosen, onChoose, ...focus }: OptionProps) {
  return (
    <MenuItem
      {...focus}
      role="menuitemradio"
      aria-label={`${group}: ${label}`}
      aria-checked={isChosen}
      selected={isChosen}
      onClick={onChoose}
    >
      <ListItemIcon>{isChosen && <CheckIcon fontSize="small" />}</ListItemIcon>
      {label}
    </MenuItem>
  );
}

/** Adds the current page, with its filters, to the favourites, or removes it. */
function FavouriteButton() {
  const translate = useTranslate();
  const { pathname, search } = useLocation();
  const { items, isOffered, add, remove } = useFavourites();
  if (!isOffered) return null;
  const path = pathname + search;
  const current = items.find((favourite) => favourite.path === path);
  const label = translate(current ? "app.favourites.remove" : "app.favourites.add");
  const toggle = () => (current ? remove(current) : add({ path, title: currentPageTitle().slice(0, 200) || path }));
  return (
    <NamedButton
      label={label}
      aria-label={translate("app.favourites.page")}
      aria-pressed={current !== undefined}
      onClick={toggle}
    >
      {current ? <StarIcon fontSize="small" color="primary" /> : <StarBorderIcon fontSize="small" />}
    </NamedButton>
  );
}

/** The product's logo and name, or the reseller's logo. */
function BrandMark() {
  const product = useTranslate()("app.product");
  const logo = useBrand()?.logo;
  const isDark = useTheme().palette.mode === "dark";
  if (!logo) {
    return (
      <>
        <Logo />
        <span className="narrow-sr-only">{product}</span>
      </>
    );
  }
  // Logos are designed for paper: in dark mode they get a light background.
  const plate = isDark ? { background: "#ffffff", padding: "2px 6px", borderRadius: 5 } : undefined;
  return (
    <img
      src={logo}
      alt={product}
      style={{ display: "block", maxHeight: 32, maxWidth: "min(160px, 26vw)", objectFit: "contain", ...plate }}
    />
  );
}
