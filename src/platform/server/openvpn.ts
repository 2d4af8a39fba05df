import type { FastifyInstance, FastifyRequest } from "fastify";
import { canOpen } from "../../core/access/access.ts";
import type { Right } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { fieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { requireBody } from "../http/body.ts";
import type { PlatformContext } from "../records/context.ts";
import { type Openvpn, openvpnStates } from "../runtime/openvpn/openvpn.ts";

const path = "/api/openvpn";

/** `GET` and `PUT /api/openvpn`: `{"state": "open"}` or `"closed"`. An extension of this platform. */
export function registerOpenvpn(app: FastifyInstance, context: PlatformContext): void {
  const connection = (): Openvpn => {
    if (!context.settings.openvpn) throw new PlatformError("openvpn_disabled");
    return context.settings.openvpn;
  };
  const assertMay = async (request: FastifyRequest, right: Right) => {
    const actor = await context.actorOf(request);
    if (!canOpen(actor, "tool.openvpn", right)) throw new PlatformError("forbidden");
  };

  app.get(path, async (request) => {
    await assertMay(request, "read");
    return { state: await connection().state() };
  });
  app.put(path, async (request) => {
    await assertMay(request, "update");
    const body = requireBody(request);
    const desired = openvpnStates.find((state) => isObject(body) && body.state === state);
    if (!desired) throw validationFailed([fieldError("/state", "enum", { allowedValues: [...openvpnStates] })]);
    return { state: await connection().change(desired) };
  });
}
