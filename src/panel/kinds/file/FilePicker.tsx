import type { RefObject } from "react";

interface FilePickerProps {
  /** Lets a custom button open it: `ref.current?.click()`. */
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly id?: string;
  /** Media types; any by default. */
  readonly accept?: readonly string[] | undefined;
  readonly onFile: (file: File) => void;
}

/** The native file input, hidden. */
export function FilePicker({ ref, id, accept, onFile }: FilePickerProps) {
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      hidden
      accept={accept?.join(",")}
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (file) onFile(file);
        // Allows choosing the same file again after it has changed.
        target.value = "";
      }}
    />
  );
}
