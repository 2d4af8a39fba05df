import Skeleton from "@mui/material/Skeleton";
import { lazy, type ReactNode, Suspense } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { InputProps } from "../controls/InputProps.ts";

const Input = lazy(async () => {
  const [{ CallDestinationInput }] = await Promise.all([import("./Input.tsx"), addTexts("destinations")]);
  return { default: CallDestinationInput };
});

/** Comes with its words when a form asks for it; what stands around it stays. */
export function CallDestinationInput(props: InputProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
      <Input {...props} />
    </Suspense>
  );
}
