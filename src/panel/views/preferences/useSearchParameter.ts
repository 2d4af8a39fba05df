import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

/** Shorter than the way from the keyboard to the reload button, and long enough for browsers that count changes. */
const pauseMs = 150;

/** Text that is also in the address (`?search=codec`), so that it can be linked to; written there after a pause. */
export function useSearchParameter(name: string): [text: string, setText: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = parameters.get(name) ?? "";
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);

  useEffect(() => {
    // Somebody followed a link to another search on this very page.
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      setParameters(
        (known) => {
          const next = new URLSearchParams(known);
          if (text === "") next.delete(name);
          else next.set(name, text);
          return next;
        },
        { replace: true },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, name, setParameters]);
  return [text, setText];
}
