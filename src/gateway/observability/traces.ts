import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ContextValue } from "../../platform/db/contextValue.ts";
import type { Database } from "../../platform/db/tables.ts";
import { runRequests } from "../../platform/http/requestContext.ts";
import { statementKind } from "./statementKind.ts";

export interface Traces {
  /** Makes a span of every request of a server; before any of its routes is registered. Sends the last on its end. */
  follow(app: FastifyInstance): void;
}

/** Time by which a collector that does not answer delays the end. */
const SEND_TIMEOUT_MS = 2_000;

/** W3C trace context: version, trace, span, flags. */
const traceParent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Traces of requests and of the database statements within them, sent to an OpenTelemetry collector at
 * `<endpoint>/v1/traces`. Spans have patterns of routes and statements with placeholders, no values. What a request does
 * is followed here and not by patching libraries, as those are bundled and loaded as modules.
 */
export function buildTraces(database: Database, endpoint: URL, version: string): Traces {
  const url = `${endpoint.href.replace(/\/$/, "")}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": process.env.OTEL_SERVICE_NAME || "patchbay",
      "service.version": version,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS }))],
  });
  const tracer = provider.getTracer("patchbay", version);
  const current = new ContextValue<Context>();
  const contexts = new WeakMap<FastifyRequest, Context>();

  database.onStatement(({ text, milliseconds, isFailed }) => {
    const context = current.get();
    // Scheduled work is measured, not traced.
    if (!context) return;
    const kind = statementKind(text);
    const span = tracer.startSpan(
      kind === "other" ? "statement" : kind.toUpperCase(),
      {
        kind: SpanKind.CLIENT,
        startTime: Date.now() - milliseconds,
        attributes: { "db.system.name": "postgresql", "db.query.text": text },
      },
      context,
    );
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });

  const startSpan = (request: FastifyRequest) => {
    const parent = parentOf(request);
    const attributes = { "http.request.method": request.method, "patchbay.request_id": request.id };
    return trace.setSpan(parent, tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent));
  };

  return {
    follow: (app) => {
      runRequests(app, (request, _reply, done) => {
        const context = contexts.get(request) ?? startSpan(request);
        contexts.set(request, context);
        current.run(context, done);
      });
      app.addHook("onResponse", ({ method, routeOptions: { url: route } }, { statusCode, request }, done) => {
        const context = contexts.get(request);
        const span = context && trace.getSpan(context);
        span?.setAttribute("http.response.status_code", statusCode);
        if (route !== undefined) span?.updateName(`${method} ${route}`).setAttribute("http.route", route);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
      app.addHook("onClose", () => provider.shutdown().catch(() => undefined));
    },
  };
}

/** Continues the trace of the client. */
function parentOf({ headers: { traceparent } }: FastifyRequest): Context {
  const [, traceId, spanId, flags] = traceParent.exec(String(traceparent)) ?? [];
  if (!traceId || !spanId || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
