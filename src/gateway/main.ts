import { exitWithMessage } from "./exitWithMessage.ts";

// Loaded here, so that a file or package that is missing is a line, too.
const { startOrExit } = await import("./start.ts").catch(exitWithMessage);
await startOrExit();
