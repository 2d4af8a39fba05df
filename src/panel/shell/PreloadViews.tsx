import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { firstPageShown } from "../firstPage.ts";
import { preloadNext } from "./loadPage.ts";
import { onceNothingIsFetched } from "./onceNothingIsFetched.ts";

/** Milliseconds for freshly fetched data to render. */
const pause = 300;

/** Preloads the likely next screens once the page has rendered with its data. */
export function PreloadViews(): null {
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  useEffect(firstPageShown, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onceNothingIsFetched(queryClient, () => {
      timer = setTimeout(() => preloadNext(pathname, search), pause);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queryClient, pathname, search]);
  return null;
}
