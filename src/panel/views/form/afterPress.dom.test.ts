import { expect, it } from "vitest";
import { afterPress } from "./FormField.tsx";

it("waits for the click only while a pointer is down", async () => {
  const order: string[] = [];
  afterPress(() => order.push("at once"));
  document.dispatchEvent(new Event("pointerdown"));
  const done = new Promise<void>((resolve) => {
    afterPress(() => {
      order.push("after");
      resolve();
    });
  });
  order.push("pressed");
  document.dispatchEvent(new Event("pointerup"));
  order.push("clicked");
  await done;
  expect(order).toEqual(["at once", "pressed", "clicked", "after"]);
});
