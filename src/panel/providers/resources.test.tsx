import { screen } from "@testing-library/react";
import { Suspense, startTransition, use, useEffect, useState } from "react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { cleanup, render } from "../../../tests/support/render.ts";
import { loaders } from "../../generated/index.gen.ts";
import { addResourceTexts } from "./i18nProvider.ts";
import { toUsable, useResource } from "./resources.ts";

// React recovers from errors of a concurrent render, and reports them.
const errors: string[] = [];
const report = (event: ErrorEvent) => {
  event.preventDefault();
  errors.push(event.message);
};
beforeAll(() => window.addEventListener("error", report));
afterAll(() => window.removeEventListener("error", report));
afterEach(() => {
  cleanup();
  expect(errors.splice(0)).toEqual([]);
});

/** Has a hook after the one that suspends: React repeats the component by the hooks it knows. */
function Described({ resource }: { resource: string }) {
  const { descriptor } = useResource(resource);
  const [name] = useState(descriptor.name);
  return <p>{name} described</p>;
}

/** Opens a page as the router does, which keeps the previous one until the next is ready. */
function Opening({ page }: { page: React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => startTransition(() => setIsOpen(true)), []);
  return <Suspense fallback="loading">{isOpen ? page : <p>before</p>}</Suspense>;
}

it("opens a page whose resource loads while React waits", async () => {
  // All that is missing are a few turns of the event loop.
  await Promise.all([loaders.vouchers?.(), addResourceTexts("vouchers")]);
  render(<Opening page={<Described resource="vouchers" />} />);
  expect(await screen.findByText("vouchers described")).toBeTruthy();
});

it("is read at once when it has resolved", async () => {
  const loading = toUsable(Promise.resolve("loaded at once"));
  await loading;
  const Texts = () => use(loading);
  render(<Texts />);
  expect(screen.getByText("loaded at once")).toBeTruthy();
});
