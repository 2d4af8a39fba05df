import { expect, it } from "vitest";
import { runAfterPress } from "./FormField.tsx";

it("waits for the click only while a pointer is down", async () => {
  const order: string[] = [];
  runAfterPress(() => order.push("at once"));
  document.dispatchEvent(new Event("pointerdown"));
  const done = new Promise<void>((resolve) => {
    runAfterPress(() => {
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
