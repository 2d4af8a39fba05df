import { serveEvaluators } from "../evaluation/evaluators.ts";

/** The program of a thread that evaluates what users write. */
export default serveEvaluators({
  readTemplate: async () => (await import("../features/provisioning/configEvaluator.ts")).readTemplate,
  fillTemplate: async () => (await import("../features/provisioning/configEvaluator.ts")).fillTemplate,
  readProvisioning: async () => (await import("../features/provisioning/templateEvaluator.ts")).readProvisioning,
  fillProvisioning: async () => (await import("../features/provisioning/templateEvaluator.ts")).fillProvisioning,
  rewriteNumbers: async () => (await import("../features/callSimulation/patternEvaluator.ts")).rewriteNumbers,
  priceCall: async () => (await import("../features/callSimulation/patternEvaluator.ts")).priceOfCall,
  routeCalls: async () => (await import("../features/callSimulation/patternEvaluator.ts")).routeCalls,
  suppressedBy: async () => (await import("../features/calls/callEvaluator.ts")).suppressedBy,
  zonesOf: async () => (await import("../features/calls/callEvaluator.ts")).zonesOf,
  checkDrawing: async () => (await import("../features/invoices/drawingEvaluator.ts")).checkDrawing,
  drawInvoice: async () => (await import("../features/invoices/drawingEvaluator.ts")).drawInvoice,
});
