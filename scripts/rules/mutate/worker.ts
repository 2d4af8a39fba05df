import { allMutants } from "./allMutants.ts";
import { Bench } from "./bench.ts";
import type { Tried } from "./pool.ts";

// Tries the faults whose ids it is sent, until the process that sends them leaves.
const mutants = new Map(allMutants().map((one) => [one.id, one]));
const bench = new Bench();
// An interrupt of the terminal reaches the whole group; the process that started this one decides.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit(0));
process.on("message", async (id: string) => {
  const mutant = mutants.get(id);
  const tried: Tried = mutant ? await bench.try(mutant) : { id, found: undefined, failure: "no such fault" };
  process.send?.(tried);
});
