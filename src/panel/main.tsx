import "@fontsource-variable/inter/wght.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { currentAddress, nextAddress, pathOf, toLoginAddress } from "./hashAddress.ts";
import { LoginPage } from "./login/LoginPage.tsx";
import { PublicErrorPage } from "./login/PublicErrorPage.tsx";
import { acceptHandedOverToken, currentSession, type EndReason, onSessionEnd } from "./session.ts";
import { applyMode, onSystemModeChange, readThemeChoice, resolveMode } from "./theme/colourMode.ts";

/** The panel itself is a chunk of its own: whoever is not logged in never loads it. */
const loadApp = () => import("./App.tsx");

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no #root");
const root = createRoot(container);

function showLogin(ended?: EndReason): void {
  const address = currentAddress();
  const path = pathOf(address);
  if (path === "/error403" || path === "/error404") {
    const kind = path === "/error403" ? "error403" : "error404";
    root.render(<PublicErrorPage kind={kind} />);
    return;
  }
  if (path !== "/login/admin") window.history.replaceState(null, "", `#${toLoginAddress(address)}`);
  root.render(
    <StrictMode>
      <LoginPage ended={ended} onAttempt={() => void loadApp()} onLogin={() => void enter()} />
    </StrictMode>,
  );
}

async function enter(): Promise<void> {
  if (pathOf(currentAddress()) === "/login/admin") {
    window.history.replaceState(null, "", `#${nextAddress(currentAddress())}`);
  }
  const { App } = await loadApp();
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const showColours = () => applyMode(resolveMode(readThemeChoice()));
showColours();
onSystemModeChange(showColours);

acceptHandedOverToken();
onSessionEnd(showLogin);
window.addEventListener("hashchange", () => {
  if (!currentSession()) showLogin();
});
if (currentSession()) void enter();
else showLogin();
