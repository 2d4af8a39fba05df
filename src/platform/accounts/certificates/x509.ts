export type X509 = typeof import("@peculiar/x509");

let loading: Promise<X509> | undefined;

/** The library that writes certificates: 20 MB of memory, so it is loaded on demand. */
export function loadX509(): Promise<X509> {
  loading ??= load();
  return loading;
}

/**
 * Its dependency injection container refuses to load without the metadata functions of an older decorators proposal. It
 * reads constructor parameters while it loads, and no class of the library has any. So they return nothing, and only
 * while loading: nobody else should rely on them.
 */
async function load(): Promise<X509> {
  const lent = ["getMetadata", "getOwnMetadata"].filter((name) => !(name in Reflect));
  for (const name of lent) Object.defineProperty(Reflect, name, { value: () => undefined, configurable: true });
  try {
    const x509 = await import("@peculiar/x509");
    x509.cryptoProvider.set(crypto);
    return x509;
  } finally {
    for (const name of lent) Reflect.deleteProperty(Reflect, name);
  }
}
