import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useStore, useTranslate } from "ra-core";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { ConnectionWatch } from "./ConnectionWatch.tsx";
import { Footer } from "./Footer.tsx";
import { Header, headerHeight } from "./Header.tsx";
import { LeaveFullScreen } from "./LeaveFullScreen.tsx";
import { MaintenanceBanner } from "./MaintenanceBanner.tsx";
import { NavMenu } from "./NavMenu.tsx";
import { Notifications } from "./Notifications.tsx";
import { ScrollPosition } from "./ScrollPosition.ts";
import { ShellNotices } from "./ShellNotices.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { ViewBanner } from "./ViewBanner.tsx";

const CommandPalette = lazy(async () => ({ default: (await import("./palette/CommandPalette.tsx")).CommandPalette }));

/** Below this width the menu lies over the page instead of beside it. */
const narrowBelow = 900;
const fullWidth = 232;
const miniWidth = 56;

/** Header, menu, page and footer around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const translate = useTranslate();
  const isNarrow = useMediaQuery(theme.breakpoints.down(narrowBelow), { noSsr: true });
  const [isPinned, setIsPinned] = useStore("taste.menuPinned", true);
  const [isOpen, setIsOpen] = useState(false);
  const [isFullScreen, setIsFullScreen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const isMini = !isNarrow && !isPinned;
  const width = isMini ? miniWidth : fullWidth;
  const closeMenu = useCallback(() => setIsOpen(false), []);

  useEscape(isFullScreen, () => setIsFullScreen(false));
  useSearchShortcut(() => setIsSearching(true));

  return (
    <Box sx={{ display: "flex", flexDirection: "column", minHeight: "100dvh" }}>
      <SkipLink />
      {isFullScreen ? (
        <LeaveFullScreen onLeave={() => setIsFullScreen(false)} />
      ) : (
        <Header
          isMenuOpen={isNarrow ? isOpen : isPinned}
          onToggleMenu={() => (isNarrow ? setIsOpen(!isOpen) : setIsPinned(!isPinned))}
          onFullScreen={() => setIsFullScreen(true)}
          onSearch={() => setIsSearching(true)}
        />
      )}
      <Box sx={{ display: "flex", flex: 1 }}>
        {!isFullScreen && (
          <Drawer
            variant={isNarrow ? "temporary" : "permanent"}
            open={!isNarrow || isOpen}
            onClose={closeMenu}
            slotProps={{
              root: { keepMounted: true },
              paper: {
                "aria-label": isNarrow ? translate("app.menu.label") : undefined,
                sx: {
                  width,
                  overflowX: "hidden",
                  bgcolor: isNarrow ? "background.paper" : "transparent",
                  ...(isNarrow
                    ? {}
                    : { position: "sticky", top: headerHeight, height: `calc(100dvh - ${headerHeight}px)`, zIndex: 1 }),
                },
              },
            }}
            sx={{ width: isNarrow ? undefined : width, flexShrink: 0 }}
          >
            <NavMenu isMini={isMini} onNavigate={closeMenu} />
          </Drawer>
        )}
        <Box sx={{ display: "flex", flexDirection: "column", flex: 1, minWidth: 0 }}>
          <ViewBanner top={isFullScreen ? 0 : headerHeight} />
          <ConnectionWatch />
          <MaintenanceBanner />
          <ShellNotices />
          <Box
            component="main"
            id="main"
            tabIndex={-1}
            aria-label={translate("app.main")}
            sx={{ flex: 1, px: { xs: 2, md: 3 }, py: 2, "&:focus": { outline: "none" } }}
          >
            {children}
          </Box>
          {!isFullScreen && <Footer />}
        </Box>
      </Box>
      <ScrollPosition />
      <Notifications />
      {isSearching && (
        <Suspense>
          <CommandPalette onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
    </Box>
  );
}

/** Ctrl+K or Cmd+K opens the search from anywhere. */
function useSearchShortcut(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function useEscape(isOn: boolean, leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!isOn) return;
    // What closes by itself on Escape has prevented the default by then.
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && latest.current();
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOn]);
}
