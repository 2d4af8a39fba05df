import { useEffect, useState } from "react";

interface SpokenStateProps {
  /** The state of the list: loading, or how many were found. */
  readonly text: string;
  /** The result of the last command. */
  readonly said: string;
}

/**
 * Announces changes of a list. Empty at first: screen readers announce changes of a live region, not its initial
 * content.
 */
export function SpokenState({ text, said }: SpokenStateProps) {
  const [spoken, setSpoken] = useState("");
  useEffect(() => setSpoken(text), [text]);
  return (
    <p role="status" className="sr-only">
      {spoken} {said}
    </p>
  );
}
