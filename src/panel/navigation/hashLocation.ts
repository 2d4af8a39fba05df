/** URLs behind the `#`, for code that runs before, and without, a router. */

const loginPath = "/login/admin";
/** Target of links in password e-mails. */
export const recoveryPath = "/recoverpassword";

/** Path and query behind the `#`; "/" by default. */
export function currentPath(): string {
  return window.location.hash.replace(/^#/, "") || "/";
}

export function withoutQuery(path: string): string {
  return path.split("?")[0] ?? "/";
}

/** Shows another path in the current entry of the history, which keeps its number. */
export function replacePath(path: string): void {
  window.history.replaceState({ idx: window.history.state?.idx }, "", `#${path}`);
}

/** Removes the token of such a link from the URL, so that it stays in no history entry. */
export function consumeRecoveryToken(): string | null {
  const token = new URLSearchParams(currentPath().split("?")[1] ?? "").get("token");
  if (token !== null) replacePath(recoveryPath);
  return token || null;
}

/** URL of the login page that returns to `from`. */
export function toLoginAddress(from: string): string {
  return isWorthReturning(from) ? `${loginPath}?${new URLSearchParams({ next: from })}` : loginPath;
}

/** Returns the path to open after a login: the requested page if it is one of ours, otherwise the dashboard. */
export function pathAfterLogin(path: string): string {
  const next = new URLSearchParams(path.split("?")[1] ?? "").get("next") ?? "/";
  return isWorthReturning(next) ? next : "/dashboard";
}

function isWorthReturning(path: string): boolean {
  return (
    /^\/(?!\/)/.test(path) &&
    !["/", "/login/admin", "/login", recoveryPath, "/error403", "/error404"].includes(withoutQuery(path))
  );
}
