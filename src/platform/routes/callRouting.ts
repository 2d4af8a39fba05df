import type { FastifyInstance, FastifyRequest } from "fastify";
import { canOpen } from "../../core/access.ts";
import { PlatformError } from "../../core/errors.ts";
import { routeCall } from "../../core/routing/routeCall.ts";
import type { RoutedCall, RoutingQuestion } from "../../core/routing/walk.ts";
import type { PlatformContext } from "../context.ts";
import { queryOf } from "../http/query.ts";
import { inTime } from "../inTime.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { readGrant } from "../rights.ts";
import { LoadedDirectory, NotLoaded } from "../routing/loadedDirectory.ts";
import { readQuestion } from "../routing/readQuestion.ts";

/** Milliseconds of CPU time to route a call with what is loaded. Users write the patterns. */
const LONGEST = 500;

/**
 * `GET /api/callroutingverify?caller=…&callee=…`: what becomes of a call, step by step; see `readQuestion` for what else
 * can be given. Requires the right to open the tool and to read peering groups; fees are told to those who may read
 * them. Of this platform only (extension `call_routing`).
 */
export function registerCallRouting(app: FastifyInstance, context: PlatformContext): void {
  app.get("/api/callroutingverify", async (request: FastifyRequest): Promise<RoutedCall> => {
    const actor = await context.actorOf(request);
    if (!canOpen(actor, "tool.callroutingverify", "read")) throw new PlatformError("forbidden");
    context.assertCan(actor, planOf(context.plans, "peeringgroups").descriptor, "read");
    const reading = context.readAs(actor);
    const question = readQuestion(queryOf(request), reading.now, reading.timeZone);
    const tellsFees = readGrant(actor, planOf(context.plans, "billingfees").descriptor) === "all";
    return answer(new LoadedDirectory(context.plans, reading, { at: question.at, tellsFees }), question);
  });
}

/** Starts again whenever something was missing, which is loaded then: a call needs a few dozen records. */
async function answer(directory: LoadedDirectory, question: RoutingQuestion): Promise<RoutedCall> {
  for (;;) {
    try {
      return inTime(LONGEST, () => routeCall(directory, question));
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await directory.fill(error);
    }
  }
}
