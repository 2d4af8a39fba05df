import { startOrExit } from "./start.ts";

await startOrExit();
