/**
 * The export of react-admin's own lists, which ejected screens may use. Ours have another, and need not wait for its
 * library.
 */
export default async function exportOnDemand(...parts: readonly unknown[]): Promise<void> {
  const { default: exportJson } = await import("jsonexport/dist");
  exportJson(...parts);
}
