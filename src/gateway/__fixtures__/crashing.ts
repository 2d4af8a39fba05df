// A server of one process for crash.test.ts, which breaks as the path asked for says. Prints its port, and that it is asked.
import { setTimeout as pause } from "node:timers/promises";
import fastify from "fastify";
import { logOptions } from "../../platform/http/logging.ts";
import { endConnectionsOnClose } from "../app.ts";
import { exitAfterCrash } from "../serve.ts";

const app = fastify(logOptions("warn", process.stderr));
endConnectionsOnClose(app);
app.get("/slow", async () => {
  console.log("asked");
  await pause(300);
  return "answered";
});
app.get("/warning", async () => {
  app.log.warn("something is odd");
  return "warned";
});
app.get("/exception", async () => {
  setImmediate(() => {
    throw new Error("nobody@example.org broke it");
  });
  return "";
});
app.get("/rejection", async () => {
  void Promise.reject(new Error("nobody waits for it"));
  return "";
});
exitAfterCrash(app.log, async () => {
  await app.close();
});
console.log(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
