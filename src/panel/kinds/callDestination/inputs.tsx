import Skeleton from "@mui/material/Skeleton";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { Inputs } from "../controls/InputProps.ts";

/** The rest of the form stays mounted. */
const CallDestinationInput = lazyPart(
  () => import("./Input.tsx"),
  "CallDestinationInput",
  ["destinations"],
  <Skeleton variant="rounded" height={40} />,
);

export const inputs = { callDestination: CallDestinationInput } satisfies Inputs;
