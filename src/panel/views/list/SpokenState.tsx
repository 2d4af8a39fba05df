import { useEffect, useState } from "react";

interface SpokenStateProps {
  /** How the list stands: loading, or how many were found. */
  readonly text: string;
  /** What became of the last command. */
  readonly said: string;
}

/** Says what happens to a list. Empty at first: screen readers speak what changes, not what is there from the start. */
export function SpokenState({ text, said }: SpokenStateProps) {
  const [spoken, setSpoken] = useState("");
  useEffect(() => setSpoken(text), [text]);
  return (
    <p role="status" className="sr-only">
      {spoken} {said}
    </p>
  );
}
