import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { type Connection, currentConnection, onConnectionChange } from "../providers/connection.ts";
import { addTexts } from "../providers/i18nProvider.ts";

type Banner = ComponentType<Connection>;

async function loadBanner(): Promise<Banner> {
  const [{ ConnectionBanner }] = await Promise.all([import("./ConnectionBanner.tsx"), addTexts("connection")]);
  return ConnectionBanner;
}

/** Milliseconds after the start: not before the first page is there. */
const quietTime = 2_000;

/** Says when the platform can not be reached, or takes its time. What says so is fetched while there is a connection. */
export function ConnectionWatch() {
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const [Banner, setBanner] = useState<Banner | null>(null);
  const isNeeded = connection.isLost || connection.isSlow;
  useEffect(() => {
    if (Banner) return;
    let isOver = false;
    // Too late where the connection is gone already: then each page tells for itself.
    const fetchNow = () =>
      void loadBanner().then(
        (loaded) => isOver || setBanner(() => loaded),
        () => undefined,
      );
    const timer = setTimeout(fetchNow, isNeeded ? 0 : quietTime);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [Banner, isNeeded]);
  return Banner && isNeeded ? <Banner {...connection} /> : null;
}
