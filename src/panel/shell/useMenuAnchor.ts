import { type MouseEvent, startTransition, useId, useState } from "react";

/** What a button and the menu it opens have to know of each other. */
export function useMenuAnchor() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = () => setAnchor(null);
  return {
    close,
    button: {
      "aria-haspopup": "menu",
      "aria-controls": anchor ? id : undefined,
      "aria-expanded": anchor !== null,
      // A transition: a menu with entries that are still fetched opens when they are there.
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => startTransition(() => setAnchor(currentTarget)),
    },
    menu: { id, anchorEl: anchor, open: anchor !== null, onClose: close },
  } as const;
}
