import simpleRestProvider from "ra-data-simple-rest";
import { send } from "./http.ts";

const servicePath = "/panel-service";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The panel's own small service: each user's favourites, saved views and dismissed hints, stored by the gateway. */
export const service = simpleRestProvider(servicePath, async (url, { method, body } = {}) => {
  const response = await send({
    method: methods.find((candidate) => candidate === method),
    path: url,
    body: typeof body === "string" ? JSON.parse(body) : undefined,
    outlivesPage: method !== undefined && method !== "GET",
  });
  return { status: response.status, headers: response.headers, body: "", json: response.body };
});
