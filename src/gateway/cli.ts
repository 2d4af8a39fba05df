import { exitWithMessage } from "./exitWithMessage.ts";

// See main.ts.
const { runProgram } = await import("./cli/program.ts").catch(exitWithMessage);
await runProgram();
