import { createHashRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { routePlainLinks, stateAttribute } from "./plainLinks.ts";

let stop = () => {};
let router: ReturnType<typeof createHashRouter>;

beforeEach(() => {
  window.history.replaceState(null, "", "#/customer");
  router = createHashRouter([{ path: "*", element: null }]);
  stop = routePlainLinks(router);
  document.body.innerHTML = `
    <a id="record" href="#/customer/3/details?tab=1"><b>Tidewater</b></a>
    <a id="field" href="#field-email">Email</a>
    <a id="tab" href="#/domain" target="_blank">Domains</a>`;
});

afterEach(() => {
  stop();
  router.dispose();
  document.body.innerHTML = "";
});

const click = (selector: string, init: MouseEventInit = {}) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
  document.querySelector(selector)?.dispatchEvent(event);
  return event;
};

test("a plain link navigates through the router, so it can be undone", () => {
  expect(click("#record b").defaultPrevented).toBe(true);
  expect(router.state.location).toMatchObject({ pathname: "/customer/3/details", search: "?tab=1" });
  expect(router.state.location.key).not.toBe("default");
  expect(window.history.state).toMatchObject({ idx: 1 });
});

test("a link may set the navigation's state", () => {
  document.querySelector("#record")?.setAttribute(stateAttribute, '{"byMenu":true}');
  click("#record");
  expect(router.state.location.state).toEqual({ byMenu: true });
});

test("leaves new tabs, page anchors and handled clicks alone", () => {
  expect(click("#record", { ctrlKey: true }).defaultPrevented).toBe(false);
  expect(click("#record", { button: 1 }).defaultPrevented).toBe(false);
  expect(click("#tab").defaultPrevented).toBe(false);
  expect(click("#field").defaultPrevented).toBe(false);
  document.querySelector("#record")?.addEventListener("click", (event) => event.preventDefault());
  click("#record");
  expect(router.state.location.pathname).toBe("/customer");
});
