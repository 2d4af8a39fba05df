import type { CustomTab } from "../../views/override.ts";
import { scheduleTab } from "../billing/scheduleTab.ts";

export const tabs: readonly CustomTab<"contracts">[] = [scheduleTab];
