/** Pages that frame the older panel anyway stand under this path. */
const proxied = /^\/proxy(?=\/)/;

/**
 * The page of this address in the older panel, outside of any frame. Addresses that may do something there by being
 * asked for, and our own error pages, lead to its first page.
 */
export function toOlderAddress(pathname: string, language: string): string {
  const path = pathname.replace(proxied, "");
  const isPage =
    /^\/[\w-]+(?:\/(?:[\w-]+))*\/?$/.test(path) &&
    !/^\/error\d|\/(?:delete|terminate|up|down|unban|reset\w*)\/?$/.test(path);
  return `${isPage ? path : "/dashboard"}?${new URLSearchParams({ lang: language, framed: "0" })}`;
}
