import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { TestPanel } from "../../../tests/support/panel.tsx";
import { SipRegistrar } from "../../../tests/support/sipRegistrar.ts";
import { phone } from "./phone.ts";

let panel: TestPanel;
let registrar: SipRegistrar;

beforeAll(async () => {
  registrar = await SipRegistrar.start();
  panel = await TestPanel.start({ hasService: true, sipWebsocket: registrar.url });
  // Load the lazy modules before the first test's timeout starts.
  await Promise.all([import("./WebPhonePage.tsx"), import("./showParts.ts")]);
});
afterAll(async () => {
  await panel.stop();
  await registrar.stop();
});
beforeEach(() => {
  registrar.verdict = { status: 200, reason: "OK" };
  registrar.requests.length = 0;
});
afterEach(() => {
  phone.stop();
  panel.leave();
});

/** jsdom can connect, but not speak: registering needs no more of WebRTC than that it is there. */
async function openPage(role?: string): Promise<UserEvent> {
  const user = await panel.open("/webphone", role);
  vi.stubGlobal("RTCPeerConnection", class {});
  await screen.findByRole("heading", { name: "Web phone", level: 1 });
  return user;
}

async function chooseFirst(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("combobox", { name: /Subscriber/ }));
  const [first] = await within(await screen.findByRole("listbox")).findAllByRole("option");
  if (first) await user.click(first);
}

async function turnOn(user: UserEvent, password = "Something-7"): Promise<void> {
  await chooseFirst(user);
  await user.type(screen.getByLabelText(/SIP password/), password);
  await user.click(screen.getByRole("button", { name: "Turn on" }));
}

const page = () => within(screen.getByRole("main"));
const dock = () => within(screen.getByRole("complementary", { name: "Web phone" }));

describe("the line", () => {
  it("says what is missing, at its field", async () => {
    const user = await openPage();
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("Choose a subscriber")).toBeTruthy();
    expect(registrar.requests).toEqual([]);
  });

  it("registers as the subscriber, and takes that back", async () => {
    const user = await openPage();
    await turnOn(user);
    expect(await page().findByText(/^Registered as \S+@\S+$/)).toBeTruthy();
    expect(dock().getByText("Ready")).toBeTruthy();
    expect(registrar.requests[0]).toMatch(/^REGISTER sip:\S+ SIP\/2.0/);
    await user.click(dock().getByRole("button", { name: "Turn off" }));
    await waitFor(() => expect(registrar.requests.at(-1)).toMatch(/^Expires: 0\r$/m));
    expect(screen.queryByRole("complementary", { name: "Web phone" })).toBeNull();
  });

  it("says that user or password are wrong, and does not insist", async () => {
    registrar.verdict = { status: 401, reason: "Unauthorized" };
    const user = await openPage();
    await turnOn(user);
    expect(await page().findByText("The SIP server rejects the user name or the password.")).toBeTruthy();
    // Once without and once with an answer to the challenge.
    expect(registrar.requests.filter((request) => request.startsWith("REGISTER"))).toHaveLength(2);
    expect(registrar.requests.join()).not.toContain("Something-7");
  });

  it("says that the server refuses, and with which status", async () => {
    registrar.verdict = { status: 503, reason: "Service Unavailable" };
    const user = await openPage();
    await turnOn(user);
    expect(await page().findByText("The SIP server refuses the registration (SIP 503).")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  it("says that the connection broke, and comes back by itself", async () => {
    const user = await openPage();
    await turnOn(user);
    await page().findByText(/^Registered as/);
    registrar.cut();
    expect(await page().findByText(/^The connection to the SIP server broke/)).toBeTruthy();
    expect(await page().findByText(/^Registered as/, {}, { timeout: 60_000 })).toBeTruthy();
  });

  it("uses the stored password by request, which the journal records", async () => {
    const user = await openPage();
    await chooseFirst(user);
    await user.click(screen.getByRole("button", { name: "Use the stored password" }));
    expect(await page().findByText(/^Registered as/)).toBeTruthy();
    expect(panel.written()).toEqual([expect.stringMatching(/^POST \/api\/subscribers\/\d+\/reveal$/)]);
  });

  it("does not offer the stored password to whom it is not shown", async () => {
    await openPage("ccare");
    expect(screen.queryByRole("button", { name: "Use the stored password" })).toBeNull();
  });

  it("keeps the password nowhere but in memory", async () => {
    const user = await openPage();
    await turnOn(user, "Only-In-Memory-7");
    await page().findByText(/^Registered as/);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("Only-In-Memory-7");
    expect(screen.getByLabelText<HTMLInputElement>(/SIP password/).value).toBe("");
  });
});

describe("a call", () => {
  async function register(): Promise<UserEvent> {
    const user = await openPage();
    await turnOn(user);
    await page().findByText(/^Registered as/);
    return user;
  }

  it("without a microphone ends with the reason", async () => {
    const user = await register();
    vi.stubGlobal("isSecureContext", true);
    await user.type(dock().getByRole("textbox", { name: "Number or SIP address" }), "+43 1 234567{Enter}");
    expect(await dock().findByText(/^No microphone was found/, { selector: ".MuiAlert-message" })).toBeTruthy();
    expect(registrar.requests.some((request) => request.startsWith("INVITE"))).toBe(false);
  });

  it("on a page without HTTPS says that browsers need it", async () => {
    const user = await register();
    vi.stubGlobal("isSecureContext", false);
    await user.type(dock().getByRole("textbox", { name: "Number or SIP address" }), "+43 1 234567{Enter}");
    expect(await dock().findByText(/over HTTPS/, { selector: ".MuiAlert-message" })).toBeTruthy();
  });

  it("to something that is no number is refused at the field", async () => {
    const user = await register();
    await user.type(dock().getByRole("textbox", { name: "Number or SIP address" }), "what is this{Enter}");
    expect(await dock().findByText("Enter a number or a SIP address")).toBeTruthy();
  });

  it("starts by a click at any number in lists and on pages, while the phone is on", async () => {
    const user = await register();
    panel.go("/number");
    const buttons = await screen.findAllByRole("button", { name: /^Call \+\d+$/ });
    const number = buttons[0]?.getAttribute("aria-label")?.replace("Call ", "");
    if (buttons[0]) await user.click(buttons[0]);
    expect(await dock().findByRole("heading", { level: 3 })).toBeTruthy();
    expect(phone.snapshot().calls[0]).toMatchObject({ direction: "out", number });
    await user.click(dock().getByRole("button", { name: "Turn off" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Call \+/ })).toBeNull());
  });
});

describe("without a server", () => {
  it("says that it does not answer", async () => {
    const gone = await SipRegistrar.start();
    const elsewhere = await TestPanel.start({ hasService: true, sipWebsocket: gone.url });
    await gone.stop();
    const user = await elsewhere.open("/webphone");
    vi.stubGlobal("RTCPeerConnection", class {});
    await screen.findByRole("heading", { name: "Web phone", level: 1 });
    await turnOn(user);
    expect(await page().findByText(/^The SIP server does not answer at ws:\/\/127.0.0.1/)).toBeTruthy();
    phone.stop();
    elsewhere.leave();
    await elsewhere.stop();
  });

  it("in the settings, the menu leaves the phone out, and its page says why", async () => {
    const without = await TestPanel.start({ hasService: true });
    await without.open("/webphone");
    expect(await screen.findByText(/none\.$/)).toBeTruthy();
    expect(screen.getByText(/SIP_WEBSOCKET_URL/)).toBeTruthy();
    const menu = within(await screen.findByRole("navigation", { name: "Main menu" }));
    await menu.findByRole("link", { name: "Call routing verification" });
    expect(menu.queryByRole("link", { name: "Web phone" })).toBeNull();
    without.leave();
    await without.stop();
  });

  it("is no matter with one: the menu has it", async () => {
    await panel.open("/dashboard");
    const menu = within(await screen.findByRole("navigation", { name: "Main menu" }));
    expect(await menu.findByRole("link", { name: "Web phone" })).toBeTruthy();
  });
});
