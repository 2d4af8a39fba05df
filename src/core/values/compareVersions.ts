const order = new Intl.Collator("en", { numeric: true });

/** Orders versions as people read them, numbers as numbers: "9.2" before "10.1". */
export function compareVersions(a: string, b: string): number {
  return order.compare(a, b);
}
