import { webcrypto } from "node:crypto";

export type X509 = typeof import("@peculiar/x509");

let loading: Promise<X509> | undefined;

/** The library that writes certificates: 20 MB of memory, so not before somebody wants one. */
export function loadX509(): Promise<X509> {
  loading ??= load();
  return loading;
}

/**
 * Its container for dependencies refuses to load without the metadata functions of an older proposal for decorators.
 * It asks them for parameters of constructors while it loads, and no class of the library has any. So they answer
 * nothing, and only for as long as that takes: nobody else should think that they are there.
 */
async function load(): Promise<X509> {
  const lent = ["getMetadata", "getOwnMetadata"].filter((name) => !(name in Reflect));
  for (const name of lent) Object.defineProperty(Reflect, name, { value: () => undefined, configurable: true });
  try {
    const x509 = await import("@peculiar/x509");
    x509.cryptoProvider.set(webcrypto as Crypto);
    return x509;
  } finally {
    for (const name of lent) Reflect.deleteProperty(Reflect, name);
  }
}
