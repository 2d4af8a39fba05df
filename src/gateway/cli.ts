import { exitWithMessage } from "./exitWithMessage.ts";

// As in main.ts.
const { buildProgram } = await import("./cli/program.ts").catch(exitWithMessage);
await buildProgram().parseAsync();
