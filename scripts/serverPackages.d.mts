/** Paths of the packages that the built server needs, from the root. Throws if one is there for development only. */
export function serverPackages(): string[];
/** Copies them to `<folder>/node_modules`. */
export function copyServerPackages(folder: string): void;
