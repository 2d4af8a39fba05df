import type { FastifyInstance } from "fastify";
import { findDeclared } from "../../core/api/declaredParameters.ts";
import { JSON_TYPE } from "./hal.ts";
import { nowhere } from "./requestNormalization.ts";

/** Parameters that every list takes. */
const COMMON = /^(?:page|rows|order_by|order_by_direction|expand|soft_expand|no_count|tz|use_owner_tz|fields|format)$/;

/** What a method does to a collection, and to one of its records. */
const ofCollection: Readonly<Record<string, string>> = { GET: "list", HEAD: "list", POST: "create" };
const ofItem: Readonly<Record<string, string>> = {
  ...{ GET: "read", HEAD: "read", PUT: "update", PATCH: "update", DELETE: "delete" },
};

/** Paths of the older API without records. */
const OTHERS = /^\/api\/(?:platforminfo\/?)?$/;

/**
 * A normalized URL as a platform without our extensions understands it: parameters of lists that it does not declare are
 * left out, and paths and methods that it does not have lead nowhere. Others than those below `/api/` are the same.
 */
export function withoutExtensions(method: string, url: string): string {
  const [path = "", query] = url.split("?", 2);
  if (!path.startsWith("/api/") || OTHERS.test(path)) return url;
  const [, name = "", item] = /^\/api\/([a-z]+)\/?([^/]+)?(?:\/journal\/?\d*|\/\d*)?$/.exec(path) ?? [];
  const declared = findDeclared(name);
  const operation = item === undefined ? ofCollection[method] : ofItem[method];
  if (!declared || (operation && !declared.operations.has(operation))) return nowhere(path);
  if (item !== undefined || query === undefined) return url;
  const kept = query.split("&").filter((parameter) => {
    const [key = "", value = ""] = parameter.split("=");
    return key === "order_by" ? declared.sort.has(value) : COMMON.test(key) || declared.query.has(key);
  });
  return kept.length > 0 ? `${path}?${kept.join("&")}` : path;
}

/** Answers as that platform does: without versions, and refusals with their text alone. */
export function answerWithoutExtensions(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    reply.removeHeader("etag");
    const isRefusal = reply.statusCode >= 400 && reply.getHeader("content-type") === JSON_TYPE;
    if (!isRefusal || typeof payload !== "string") return done(null, payload);
    const { code, message }: Readonly<Record<string, unknown>> = JSON.parse(payload);
    done(null, JSON.stringify({ code, message }));
  });
}
