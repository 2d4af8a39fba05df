export function filePicker(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("nothing to choose a file with");
  return input;
}

/** A file of these bytes, one per character. */
export function picture(name: string, bytes: string): File {
  return new File([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], name, { type: "image/png" });
}
