import { afterAll, vi } from "vitest";

/** Notes what pages save in the tests of a file: jsdom has no addresses of files, and saves none. */
export function noteSavedFiles(): { readonly names: readonly string[]; readonly files: readonly Blob[] } {
  const [names, files]: [string[], Blob[]] = [[], []];
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  afterAll(() => {
    click.mockRestore();
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  });
  return { names, files };
}
