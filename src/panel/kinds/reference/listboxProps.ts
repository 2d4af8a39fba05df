import type { UIEvent } from "react";

/** A list of choices that fetches more when its end comes into sight, by mouse and by arrow keys alike. */
export function listboxProps(loadMore: () => void): { onScroll: (event: UIEvent<HTMLElement>) => void } {
  return {
    onScroll: ({ currentTarget }) => {
      const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
      if (left < 48) loadMore();
    },
  };
}
