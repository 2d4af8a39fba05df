import { answerTasks } from "../processes.ts";
import { allMutants } from "./allMutants.ts";
import { Bench, type Tried } from "./bench.ts";

const mutants = new Map(allMutants().map((one) => [one.id, one]));
const bench = new Bench();
answerTasks(async (id: string): Promise<Tried> => {
  const mutant = mutants.get(id);
  return mutant ? bench.try(mutant) : { id, found: undefined, failure: "no such fault" };
});
