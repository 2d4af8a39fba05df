/** Parameters that only the frame needs; the address a person sees is without them. */
const frameParameters = ["lang", "framed", "back"] as const;

export interface FrameOptions {
  /** Language of the older panel: `en`, `de`. */
  readonly language: string;
  /** Address of the page before, for the older page's own "back". */
  readonly back: string;
}

/** Where the older panel has the page of this address; it leaves out its own header and menu there. */
export function toFrameAddress(address: string, { language, back }: FrameOptions): string {
  const [path = "/", query] = address.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("lang", language);
  parameters.set("framed", "1");
  parameters.set("back", back);
  return `${path}?${parameters}`;
}

/** The panel's address of the page that a frame shows. */
export function fromFrameAddress({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const parameters = new URLSearchParams(search);
  for (const name of frameParameters) parameters.delete(name);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}
