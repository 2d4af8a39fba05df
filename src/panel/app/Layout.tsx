import FullscreenExitIcon from "@mui/icons-material/FullscreenExit";
import Drawer from "@mui/material/Drawer";
import Link from "@mui/material/Link";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import {
  createContext,
  memo,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { type CoreLayoutProps, type NotificationPayload, useStore, useTranslate } from "react-admin";
import { useLocation } from "react-router";
import { ErrorBoundary } from "../features/ErrorBoundary.tsx";
import { Notification } from "../kit/Notification.tsx";
import { PageProgress } from "../navigation/pendingLocation.tsx";
import { lazyOptionalPart } from "../providers/lazyComponent.ts";
import { usePhoneParts } from "../providers/phoneSlot.ts";
import { useStartupData } from "../providers/StartupDataContext.tsx";
import { NamedButton } from "../ui/NamedButton.tsx";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";
import { headerHeight } from "../ui/theme/tokens.ts";
import { WhyButton } from "../views/explain/WhyButton.tsx";
import { ConnectionWatch, MaintenanceBanner, ShellNotices, ViewBanner } from "./Banners.tsx";
import { Header } from "./Header.tsx";
import { usePreloading } from "./loadPage.ts";
import { NavMenu } from "./NavMenu.tsx";
import { CommandPalette } from "./palette/CommandPalette.tsx";
import { ScrollPosition } from "./ScrollPosition.ts";
import styles from "./shell.module.css";

const Shortcuts = lazyOptionalPart(() => import("./laterParts.ts"), "Shortcuts");

/** Below this width the menu overlays the page. */
const narrowBelow = 900;
const fullWidth = 232;
const miniWidth = 56;

/** The page, apart from the shell around it, which need not render again for another page. */
const PageContext = createContext<ReactNode>(null);

/** Header, menu, page and footer. */
export function Layout({ children }: CoreLayoutProps) {
  return (
    <PageContext value={children}>
      <Shell />
    </PageContext>
  );
}

const Shell = memo(function Shell() {
  const translate = useTranslate();
  const [isFullScreen, setIsFullScreen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const { isMenuOpen, toggleMenu, drawer } = useDrawer();
  const phone = usePhoneParts();
  const search = () => setIsSearching(true);

  useEscape(isFullScreen, () => setIsFullScreen(false));
  useSearchShortcut(search);

  return (
    <div className={`flex column ${styles.window}`}>
      <SkipLink />
      {isFullScreen ? (
        <LeaveFullScreen onLeave={() => setIsFullScreen(false)} />
      ) : (
        <Header
          isMenuOpen={isMenuOpen}
          onToggleMenu={toggleMenu}
          onFullScreen={() => setIsFullScreen(true)}
          onSearch={search}
        />
      )}
      <div className="grow flex">
        {!isFullScreen && <MenuDrawer {...drawer} />}
        <div className="grow flex column">
          <ViewBanner top={isFullScreen ? 0 : headerHeight} />
          <ConnectionWatch />
          <MaintenanceBanner />
          <ShellNotices />
          <main
            id="main"
            tabIndex={-1}
            aria-label={translate("app.main")}
            className={`grow pad-16 no-ring ${styles.main}`}
          >
            <Page />
          </main>
          {!isFullScreen && <Footer />}
        </div>
      </div>
      {phone && <phone.Dock />}
      <ScrollPosition />
      <Notification actionsOf={explanationOf} />
      {isSearching && <CommandPalette onClose={() => setIsSearching(false)} />}
      <Shortcuts onSearch={search} canLeave={!isFullScreen} />
    </div>
  );
});

/** A button that says why the platform refused. */
function explanationOf({ notificationOptions }: NotificationPayload): ReactNode {
  return notificationOptions?.why && <WhyButton question={notificationOptions.why} hasLabel />;
}

function Page() {
  const { pathname } = useLocation();
  return (
    <>
      <PageProgress />
      <ErrorBoundary address={pathname}>
        {/* The only Suspense boundary around pages: on navigation the old page stays until the new one is ready. */}
        <Suspense fallback={<PageSkeleton />}>
          {use(PageContext)}
          <Preloading />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** Within the boundary: begins once the page has loaded. */
function Preloading(): null {
  usePreloading();
  return null;
}

/** The state of the menu: beside the page as wide as the user likes, over it on a narrow window. */
function useDrawer() {
  const theme = useTheme();
  const isNarrow = useMediaQuery(theme.breakpoints.down(narrowBelow), { noSsr: true });
  const [isPinned, setIsPinned] = useStore("preferences.menuPinned", true);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return {
    isMenuOpen: isNarrow ? isOpen : isPinned,
    toggleMenu: () => (isNarrow ? setIsOpen(!isOpen) : setIsPinned(!isPinned)),
    drawer: { isNarrow, isMini: !isNarrow && !isPinned, isOpen: !isNarrow || isOpen, onClose: close },
  };
}

function MenuDrawer({ isNarrow, isMini, isOpen, onClose }: ReturnType<typeof useDrawer>["drawer"]) {
  const translate = useTranslate();
  const width = isMini ? miniWidth : fullWidth;
  return (
    <Drawer
      variant={isNarrow ? "temporary" : "permanent"}
      open={isOpen}
      onClose={onClose}
      slotProps={{
        root: { keepMounted: true },
        paper: {
          "aria-label": isNarrow ? translate("app.menu.label") : undefined,
          className: isNarrow ? styles.drawerPaper : `${styles.drawerPaper} ${styles.besidePage}`,
          style: { width },
        },
      }}
      className="rigid"
      style={{ width: isNarrow ? undefined : width }}
    >
      <NavMenu isMini={isMini} onNavigate={onClose} />
    </Drawer>
  );
}

/** Ctrl+K or Cmd+K opens the palette from anywhere. */
function useSearchShortcut(open: () => void): void {
  useKeyDown(true, (event) => {
    if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  });
}

function useEscape(isOn: boolean, leave: () => void): void {
  // Open menus and dialogs handle Escape themselves and call preventDefault.
  useKeyDown(isOn, (event) => event.key === "Escape" && !event.defaultPrevented && leave());
}

function useKeyDown(isOn: boolean, handle: (event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent(handle);
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOn]);
}

/** Versions of panel and platform, for bug reports. Each page has its own, as one that moved would be a layout shift. */
function Footer() {
  const translate = useTranslate();
  const { info } = useStartupData();
  const { pathname } = useLocation();
  return (
    <footer key={pathname} className={`pad-12-16 ${styles.footer}`}>
      <Typography variant="caption" color="textSecondary">
        {translate("app.footer", { panel: __PANEL_VERSION__, platform: info.ngcp_version ?? "?" })}
      </Typography>
    </footer>
  );
}

/** The only control in full-screen mode: exit. */
function LeaveFullScreen({ onLeave }: { onLeave: () => void }) {
  const translate = useTranslate();
  const label = translate("app.fullScreen.leave");
  return (
    <NamedButton
      autoFocus
      label={label}
      aria-keyshortcuts="Escape"
      onClick={onLeave}
      className={`card ${styles.leave}`}
    >
      <FullscreenExitIcon fontSize="small" />
    </NamedButton>
  );
}

/** The first Tab stop: skips header and menu. A button, because the router owns the URL's hash. */
function SkipLink() {
  const translate = useTranslate();
  return (
    <Link
      component="button"
      onClick={() => document.getElementById("main")?.focus()}
      className={`card pad-8-12 ${styles.skip}`}
    >
      {translate("app.skipToContent")}
    </Link>
  );
}
