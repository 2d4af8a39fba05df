import { endWithLine } from "./endWithLine.ts";

// As in main.ts.
const { buildProgram } = await import("./cli/program.ts").catch(endWithLine);
await buildProgram().parseAsync();
