/** One transparent pixel. */
export const PICTURE =
  "data:image/png;name=dot.png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Half a millisecond of silence. */
const SOUND =
  "data:audio/x-wav;name=silence.wav;base64,UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACAgICA";

/** An invoice template without any text, the one kind of drawing that fields for drawings alone take. */
const DRAWING =
  "data:image/svg+xml;name=invoice.svg;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA1OTUgODQyIj48ZyBjbGFzcz0iZmxvdyIgZGF0YS10b3A9IjQwIiBkYXRhLWJvdHRvbT0iODAwIi8+PC9zdmc+";

/** A valid file of these types. */
export function sampleFile(types: readonly string[]): string {
  if (types.includes("audio/x-wav")) return SOUND;
  return types.includes("image/png") ? PICTURE : DRAWING;
}
