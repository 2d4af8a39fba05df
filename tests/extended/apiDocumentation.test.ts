import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("the API documentation is filtered by the name of a field", async () => {
  const panel = await journey.openAs("administrator");
  await panel.page.goto(new URL("/api/", panel.page.url()).href);
  await panel.seeHeading("API of this platform");
  await panel.page.getByRole("searchbox", { name: "Filter resources" }).fill("used_by_subscriber_id");
  await panel.page.getByRole("heading", { level: 2, name: "vouchers" }).waitFor();
  await expect.poll(() => panel.page.locator("section.resource:visible").count()).toBe(1);
});
