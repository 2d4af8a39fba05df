import { lazy, type ReactNode, Suspense } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { WeekPictureProps } from "./WeekPicture.tsx";

const WeekPicture = lazy(async () => {
  const [{ WeekPicture }] = await Promise.all([import("./WeekPicture.tsx"), addTexts("week")]);
  return { default: WeekPicture };
});

/** Loaded with its texts where a screen has times of a week. */
export function LazyWeekPicture(props: WeekPictureProps): ReactNode {
  return (
    <Suspense>
      <WeekPicture {...props} />
    </Suspense>
  );
}
