import { expect, it } from "vitest";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";

const platform = await platformUntilEnd();

it("shows system contacts to none but the platform's own administrators", async () => {
  const [master, reseller, care] = await Promise.all([
    platform.as("master"),
    platform.as("resellerTwo"),
    platform.as("care"),
  ]);
  const made = await master.send("POST", "/api/systemcontacts/", { email: "peer@example.org" });
  expect(made.status).toBe(201);
  const other = String(made.headers.location);
  expect(itemsOf(await master.send("GET", "/api/systemcontacts/"), "systemcontacts")).toHaveLength(2);
  expect((await reseller.send("GET", "/api/systemcontacts/")).status).toBe(403);
  expect((await reseller.send("GET", other)).status).toBe(403);
  expect((await reseller.send("GET", `${other}/journal/`)).status).toBe(403);
  expect((await reseller.send("POST", "/api/systemcontacts/", { email: "x@example.org" })).status).toBe(403);
  expect((await reseller.send("DELETE", "/api/systemcontacts/1")).status).toBe(403);
  expect((await care.send("GET", "/api/systemcontacts/")).status).toBe(403);
});
