import type { FastifyInstance } from "fastify";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { notFound } from "../../core/validation/errors.ts";
import { collectionPath, toCollection, toItem } from "../http/hal.ts";
import { type ItemRequest, pagingOf, parseId, queryOf } from "../http/query.ts";
import { openApiDocument } from "../records/apiDocs/openApi.ts";
import type { PlatformContext } from "../records/context.ts";
import { refuseWrites } from "./journal.ts";
import { platformInfo } from "./platformInfo.ts";

/** Public endpoints: the platform's own description. */
export function registerPublicInfo(app: FastifyInstance, context: PlatformContext): void {
  let document: string | undefined;
  app.get("/api/openapi.json", (_request, reply) => {
    document ??= JSON.stringify(openApiDocument());
    return reply.type("application/json; charset=utf-8").send(document);
  });

  for (const url of ["/api/platforminfo", "/api/platforminfo/"]) {
    app.get(url, async (request, reply) => {
      const isAnonymous = request.headers.authorization === undefined;
      const actor = isAnonymous ? undefined : await context.actorOf(request);
      return reply.type("application/json; charset=utf-8").send(JSON.stringify(platformInfo(context, actor)));
    });
    refuseWrites(app, url);
  }
}

export function registerInfo(app: FastifyInstance, context: PlatformContext): void {
  const path = collectionPath("capabilities");
  const all = Object.entries(context.settings.capabilities).map(
    ([name, enabled], index): WireRecord => ({ id: index + 1, name, enabled }),
  );

  app.get(path, async (request) => {
    const query = queryOf(request);
    const { page, rows } = pagingOf(query, context.settings.maxRows);
    const name = query.get("name");
    const matches = name === undefined ? all : all.filter((capability) => capability.name === name);
    const records = matches.slice((page - 1) * rows, page * rows);
    const hasNext = matches.length > page * rows;
    return toCollection("capabilities", path, { page, rows, records, total: matches.length, hasNext }, query);
  });

  app.get(`${path}:id`, async (request: ItemRequest) => {
    const id = parseId(request.params.id);
    const match = all.find((capability) => capability.id === id);
    if (!match) throw notFound("capabilities", request.params.id);
    return toItem("capabilities", match);
  });
}
