import "@fontsource-variable/inter/wght.css";
import "../ui/theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import {
  consumeRecoveryToken,
  currentPath,
  pathAfterLogin,
  recoveryPath,
  replacePath,
  toLoginAddress,
  withoutQuery,
} from "../navigation/hashLocation.ts";
import { currentLanguage, onLanguageChange, preferredLanguage, showLanguage } from "../providers/language.ts";
import { adoptToken } from "../providers/login.ts";
import {
  consumeHandedOverToken,
  currentSession,
  type EndReason,
  endSession,
  onSessionEnd,
  type Session,
} from "../providers/session.ts";
import { loadStartupData } from "../providers/startupData.ts";
import { onViewChange, storeView } from "../providers/viewAs.ts";
import { applyMode, onSystemModeChange, readThemeChoice, resolveMode } from "../ui/theme/colourMode.ts";
import { BootScreen, LoadFailurePage, PublicErrorPage } from "./login/Gate.tsx";
import { LoginPage } from "./login/LoginPage.tsx";

/** The panel is a chunk of its own: users who are not logged in never load it. */
const loadApp = () => import("./App.tsx");

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no #root");
const root = createRoot(container);
let unmountApp = () => {};
/** Re-renders the pages outside the panel in another language. */
let showAgain = () => {};

function start(): void {
  if (isAt(recoveryPath)) return void showRecovery();
  const session = currentSession();
  if (session) void enter(session);
  else showLogin();
}

function showLogin(endReason?: EndReason): void {
  showAgain = () => showLogin(endReason);
  const url = currentPath();
  const path = withoutQuery(url);
  if (path === "/error403" || path === "/error404") {
    const kind = path === "/error403" ? "error403" : "error404";
    root.render(<PublicErrorPage kind={kind} />);
    return;
  }
  if (path !== "/login/admin") replacePath(toLoginAddress(url));
  root.render(
    <StrictMode>
      <LoginPage endReason={endReason} onAttempt={() => void loadApp().catch(() => {})} onLogin={start} />
    </StrictMode>,
  );
}

/** Loads the panel and its facts in parallel, and renders it. */
async function enter(session: Session): Promise<void> {
  showAgain = () => {};
  const url = currentPath();
  const target = withoutQuery(url) === "/login/admin" ? pathAfterLogin(url) : url;
  if (target !== url) replacePath(target);
  const app = loadApp();
  const facts = loadStartupData(session.adminId).catch(() => null);
  try {
    const { mountApp, preloadPage, prepareTexts } = await app;
    const texts = prepareTexts();
    preloadPage(target);
    const [startupData] = await Promise.all([facts, texts]);
    if (startupData && currentSession()) unmountApp = mountApp(root, startupData);
    else endSession("unavailable");
  } catch (error) {
    // Most likely the panel's chunks failed to load: offline, or replaced by a newer version.
    console.error(error);
    root.render(<LoadFailurePage />);
  }
}

/** Choosing a new password needs no session, and ends the current one. */
async function showRecovery(): Promise<void> {
  const token = consumeRecoveryToken();
  removeApp();
  try {
    const { RecoverPage } = await import("./login/RecoverPage.tsx");
    if (!isAt(recoveryPath)) return;
    root.render(
      <StrictMode>
        <RecoverPage key={token} token={token} />
      </StrictMode>,
    );
  } catch (error) {
    console.error(error);
    root.render(<LoadFailurePage />);
  }
}

function leave(reason: EndReason): void {
  removeApp();
  // The next user must not see the panel as this one chose to.
  storeView(null);
  // The login page has no brand.
  showColours();
  if (isAt(recoveryPath)) return;
  // The next user may be someone else, who must not start at this user's location.
  if (reason === "loggedOut") replacePath("/login/admin");
  showLogin(reason);
}

function removeApp(): void {
  unmountApp();
  unmountApp = () => {};
}

function isAt(path: string): boolean {
  return withoutQuery(currentPath()) === path;
}

const showColours = () => applyMode(resolveMode(readThemeChoice()));
showColours();
onSystemModeChange(showColours);

onSessionEnd(leave);
onViewChange(() => {
  unmountApp();
  unmountApp = () => {};
  replacePath("/dashboard");
  root.render(<BootScreen />);
  start();
});
window.addEventListener("hashchange", ({ oldURL }) => {
  if (isAt(recoveryPath) || oldURL.includes(`#${recoveryPath}`)) start();
  else if (!currentSession()) showLogin();
});
const handedOver = consumeHandedOverToken();
if (handedOver !== null || currentSession()) root.render(<BootScreen />);
if (import.meta.env.MODE === "development") (await import("../providers/pseudoLanguage.ts")).offerPseudoLanguage();
const language = preferredLanguage();
const texts = language === currentLanguage() ? null : showLanguage(language).catch(() => undefined);
onLanguageChange(() => showAgain());
if (handedOver !== null) void Promise.all([adoptToken(handedOver), texts]).finally(start);
else if (texts) void texts.finally(start);
else start();
