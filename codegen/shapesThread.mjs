// Writes types beside everything else: their library takes a third of a run for itself.
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { compileShapes } from "./shapes.mjs";

/** Starts the thread; `compile` sends it schemas, once. */
export function startShapesThread() {
  const worker = new Worker(new URL(import.meta.url));
  // Whoever is not waiting for it is not kept by it either.
  worker.unref();
  const compile = (shapes) =>
    new Promise((resolve, reject) => {
      worker.ref();
      worker.once("message", resolve).once("error", reject);
      worker.postMessage(shapes);
    });
  return { compile, stop: () => worker.terminate() };
}

if (!isMainThread) {
  parentPort.on("message", async (shapes) => parentPort.postMessage(await compileShapes(shapes)));
  // Loaded while the schemas are still being read.
  await compileShapes([]);
}
