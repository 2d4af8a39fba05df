import { register } from "tsx/esm/api";

// From sources, in development and tests: Node cannot load TypeScript itself, and threads do not inherit what can.
register();

export default (await import("./evaluationThread.ts")).default;
