/** Pixels of one side: a small file may unpack to far more than a page shows. */
export const LARGEST_SIDE = 2_000;

/**
 * Whether a data URL is a picture that can be put into a page as it is: JPEG, or PNG without transparency and
 * interlacing. Others would have to be unpacked, and a broken one would stop whoever unpacks it.
 */
export function isDrawable(address: string): boolean {
  const [, base64] = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return false;
  const bytes = atob(base64);
  const size = bytes.startsWith("\x89PNG\r\n\x1a\n")
    ? pngSize(bytes)
    : bytes.startsWith("\xff\xd8\xff")
      ? jpegSize(bytes)
      : null;
  return size !== null && [size.width, size.height].every((side) => side > 0 && side <= LARGEST_SIDE);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Colour types of PNG without an alpha channel: grey, RGB and palette. */
const OPAQUE = [0, 2, 3];

function pngSize(bytes: string): Size | null {
  if (bytes.slice(12, 16) !== "IHDR") return null;
  const isInterlaced = bytes.charCodeAt(28) !== 0;
  if (isInterlaced || !OPAQUE.includes(bytes.charCodeAt(25))) return null;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bigEndian(bytes, at, 4)) {
    const chunk = bytes.slice(at + 4, at + 8);
    if (chunk === "tRNS") return null;
    if (chunk === "IEND") return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) };
  }
  return null;
}

/** In the first frame header (SOF0 to SOF15, but not the tables numbered among them). */
function jpegSize(bytes: string): Size | null {
  let at = 2;
  while (at + 9 < bytes.length && bytes.charCodeAt(at) === 0xff) {
    const marker = bytes.charCodeAt(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bigEndian(bytes, at + 5, 2), width: bigEndian(bytes, at + 7, 2) };
    at += 2 + bigEndian(bytes, at + 2, 2);
  }
  return null;
}

function bigEndian(bytes: string, from: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index++) value = value * 256 + bytes.charCodeAt(from + index);
  return value;
}
