import type { RefObject } from "react";

interface FilePickerProps {
  /** What a button of one's own opens it by: `ref.current?.click()`. */
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly id?: string;
  /** Media types; any when absent. */
  readonly accept?: readonly string[] | undefined;
  readonly onFile: (file: File) => void;
}

/** The browser's own way to choose a file, without its looks. */
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
        // The same file can be chosen once more, after it was changed.
        target.value = "";
      }}
    />
  );
}
