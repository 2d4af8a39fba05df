import { exitWithMessage } from "./exitWithMessage.ts";

// See main.ts.
const { buildProgram } = await import("./cli/program.ts").catch(exitWithMessage);
await buildProgram().parseAsync();
