import { type MouseEvent, useId, useState } from "react";

/** The shared state of a button and its menu. */
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
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget),
    },
    menu: { id, anchorEl: anchor, open: anchor !== null, onClose: close },
  } as const;
}
