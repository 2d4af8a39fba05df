import { answerTasks } from "../processes.ts";
import { type Embedded, openEmbedded } from "./embedded.ts";
import type { Outcome } from "./outcome.ts";
import type { PartTask } from "./shared.ts";
import { verifyByApi, verifyByMadeRecords } from "./verify.ts";

let platform: Promise<Embedded> | undefined;
answerTasks(async ({ part, plan }: PartTask): Promise<Outcome[]> => {
  platform ??= openEmbedded();
  const target = await platform;
  return part === "made" ? verifyByMadeRecords(plan, target) : verifyByApi(plan, target);
});
