import FullscreenIcon from "@mui/icons-material/Fullscreen";
import MenuIcon from "@mui/icons-material/Menu";
import MenuOpenIcon from "@mui/icons-material/MenuOpen";
import SearchIcon from "@mui/icons-material/Search";
import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Toolbar from "@mui/material/Toolbar";
import Tooltip from "@mui/material/Tooltip";
import { useTranslate } from "ra-core";
import { Link as RouterLink } from "react-router";
import { BrandMark } from "../theme/BrandMark.tsx";
import { visuallyHidden } from "../theme/visuallyHidden.ts";
import { AppearanceMenu } from "./AppearanceMenu.tsx";
import { FavouriteButton } from "./favourites/FavouriteButton.tsx";
import { UserMenu } from "./UserMenu.tsx";

/** Pixels. */
export const headerHeight = 48;

export interface HeaderProps {
  isMenuOpen: boolean;
  onToggleMenu: () => void;
  /** Leaves the page alone on the screen. */
  onFullScreen: () => void;
  /** Opens the search over everything. */
  onSearch: () => void;
}

export function Header({ isMenuOpen, onToggleMenu, onFullScreen, onSearch }: HeaderProps) {
  const translate = useTranslate();
  const toggleLabel = translate(isMenuOpen ? "app.menu.close" : "app.menu.open");
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ borderBottom: 1, borderColor: "divider", bgcolor: "background.paper", zIndex: "drawer" }}
    >
      <Toolbar variant="dense" disableGutters sx={{ minHeight: headerHeight - 1, px: 1.25, gap: 1 }}>
        <Tooltip title={toggleLabel}>
          <IconButton onClick={onToggleMenu} aria-label={toggleLabel} aria-expanded={isMenuOpen}>
            {isMenuOpen ? <MenuOpenIcon /> : <MenuIcon />}
          </IconButton>
        </Tooltip>
        <Link
          component={RouterLink}
          to="/dashboard"
          underline="none"
          color="textPrimary"
          variant="subtitle1"
          sx={{ display: "flex", alignItems: "center", gap: 1, mr: "auto" }}
        >
          <BrandMark />
        </Link>
        <SearchButton onSearch={onSearch} />
        <FavouriteButton />
        <Tooltip title={translate("app.fullScreen.enter")}>
          <IconButton aria-label={translate("app.fullScreen.enter")} onClick={onFullScreen}>
            <FullscreenIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        <AppearanceMenu />
        <UserMenu />
      </Toolbar>
    </AppBar>
  );
}

/** Looks like a field, as that is what it opens; only its icon where there is no room. */
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
      sx={{
        color: "text.secondary",
        borderColor: "divider",
        fontWeight: "fontWeightRegular",
        minWidth: { xs: 36, sm: 220 },
        justifyContent: "flex-start",
        "& .MuiButton-startIcon": { mr: { xs: 0, sm: 1 } },
      }}
    >
      <Box
        component="span"
        sx={(theme) => ({ flex: 1, textAlign: "left", [theme.breakpoints.down("sm")]: visuallyHidden })}
      >
        {translate("app.palette.open")}
      </Box>
      <Box
        component="kbd"
        aria-hidden
        sx={{ display: { xs: "none", sm: "inline" }, font: "inherit", fontSize: "caption.fontSize" }}
      >
        {translate("app.palette.shortcut")}
      </Box>
    </Button>
  );
}
