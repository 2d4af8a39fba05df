import { type Filling, openPrepared } from "../../tests/support/prepared.ts";
import { answerTasks } from "./processes.ts";

answerTasks(async (filling: Filling) => {
  await (await openPrepared(filling)).close();
  return filling;
});
