/** Addresses behind the `#`, for the code that runs before, and without, a router. */

const loginPath = "/login/admin";
/** Where a link of a message leads that lets people choose a new password. */
export const recoveryPath = "/recoverpassword";

/** The path and query behind the `#`; "/" when there is none. */
export function currentAddress(): string {
  return window.location.hash.replace(/^#/, "") || "/";
}

export function pathOf(address: string): string {
  return address.split("?")[0] ?? "/";
}

/** Takes the token of such a link out of the address, so that it stays in no history entry. */
export function takeRecoveryToken(): string | null {
  const token = new URLSearchParams(currentAddress().split("?")[1] ?? "").get("token");
  if (token !== null) window.history.replaceState(window.history.state, "", `#${recoveryPath}`);
  return token || null;
}

/** Address of the login page that leads back to `from` afterwards. */
export function toLoginAddress(from: string): string {
  return isWorthReturning(from) ? `${loginPath}?${new URLSearchParams({ next: from })}` : loginPath;
}

/** Where to go after a login: the page the person came from, if it is one of ours, else the dashboard. */
export function nextAddress(address: string): string {
  const next = new URLSearchParams(address.split("?")[1] ?? "").get("next") ?? "/";
  return isWorthReturning(next) ? next : "/dashboard";
}

function isWorthReturning(address: string): boolean {
  return (
    /^\/(?!\/)/.test(address) &&
    !["/", "/login/admin", "/login", recoveryPath, "/error403", "/error404"].includes(pathOf(address))
  );
}
