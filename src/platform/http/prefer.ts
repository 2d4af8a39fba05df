import type { FastifyReply, FastifyRequest } from "fastify";

/** Whether the caller wants the record in the response (`Prefer: return=representation`); anything else is minimal. */
export function wantsRepresentation(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer;
  const text = Array.isArray(prefer) ? prefer.join(",") : (prefer ?? "");
  return text.split(",").some((part) => part.split(";", 1)[0]?.trim().toLowerCase() === "return=representation");
}

export function setPreferenceApplied(reply: FastifyReply, value: "minimal" | "representation"): void {
  reply.header("Preference-Applied", `return=${value}`);
}
