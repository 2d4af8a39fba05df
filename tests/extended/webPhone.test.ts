import type { Locator, Page } from "playwright";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findViolations, installAxe } from "../support/accessibility.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";
import { SipRegistrar } from "../support/sipRegistrar.ts";
import { freePort, kamailio, SipServer, type SipUser } from "../support/sipServer.ts";

const port = await freePort();
const address = `ws://127.0.0.1:${port}/`;
const journey = startJourney({ env: { SIP_WEBSOCKET_URL: address } });

/** A reseller, whose own users turn the phones on. */
const RESELLER = "albion-voice";

interface Subscriber extends SipUser {
  readonly id: number;
}

let subscribers: readonly Subscriber[] = [];
const nth = (index: number): Subscriber => {
  const found = subscribers[index];
  if (!found) throw new Error("the demonstration has too few subscribers of one domain");
  return found;
};

beforeAll(async () => {
  subscribers = await readSubscribers();
});

/** Active subscribers of one domain of the reseller, with their numbers and passwords. */
async function readSubscribers(): Promise<Subscriber[]> {
  const panel = await journey.openAs(RESELLER);
  const found = await panel.page.evaluate(async () => {
    const token = localStorage.getItem("v1_auth");
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const list = await (await fetch("/api/subscribers/?rows=100&status=active&order_by=id", { headers })).json();
    const all = list._embedded["ngcp:subscribers"] as {
      id: number;
      username: string;
      domain: string;
      primary_number: { cc: string; ac: string | null; sn: string } | null;
    }[];
    const numbered = all.filter(({ primary_number }) => primary_number !== null);
    const chosen = numbered.filter(({ domain }) => domain === numbered[0]?.domain).slice(0, 3);
    return Promise.all(
      chosen.map(async ({ id, username, domain, primary_number }) => {
        const request = { method: "POST", headers, body: JSON.stringify({ field: "password" }) };
        const { password } = await (await fetch(`/api/subscribers/${id}/reveal`, request)).json();
        const { cc = "", ac = "", sn = "" } = primary_number ?? {};
        return { id, user: username, domain, password: String(password), number: `${cc}${ac ?? ""}${sn}` };
      }),
    );
  });
  return found;
}

/** Keeps the connections of a page, to see whether sound arrives. */
function keepConnections(): void {
  const connections: RTCPeerConnection[] = [];
  Object.assign(window, { connections });
  window.RTCPeerConnection = new Proxy(RTCPeerConnection, {
    construct(target, [configuration]) {
      const connection = new target(configuration as RTCConfiguration);
      connections.push(connection);
      return connection;
    },
  });
}

/** A person with a phone. */
class Phone {
  readonly panel: PanelPage;

  constructor(panel: PanelPage) {
    this.panel = panel;
  }

  /** Goes to the page of the phone in a browser that has been allowed to use the microphone, or has not. */
  static async open(login = RESELLER, permissions: string[] = ["microphone"]): Promise<Phone> {
    const prepare = async (page: Page) => {
      await page.addInitScript(keepConnections);
      await installAxe(page);
    };
    const panel = await journey.goOnAs(login, "/webphone", { permissions, prepare });
    await panel.seeHeading("Web phone");
    used.add(panel);
    return new Phone(panel);
  }

  static async registeredAs(subscriber: Subscriber, login?: string, permissions?: string[]): Promise<Phone> {
    const phone = await Phone.open(login, permissions);
    await phone.turnOn(subscriber);
    await phone.panel.main.getByText(`Registered as ${subscriber.user}@${subscriber.domain}`).waitFor();
    return phone;
  }

  get dock(): Locator {
    return this.panel.page.getByRole("complementary", { name: "Web phone" });
  }

  /** The call with a subscriber. */
  call(other: SipUser): Locator {
    return this.dock.getByRole("article").filter({ hasText: other.number });
  }

  async turnOn({ user, password }: SipUser): Promise<void> {
    await this.panel.choose("Subscriber", user);
    await this.panel.main.getByLabel(/SIP password/).fill(password);
    await this.panel.press("Turn on");
  }

  /** Goes to another page, as by a link: loading it anew would end the phone. */
  async goTo(path: string): Promise<void> {
    await this.panel.page.evaluate((hash) => {
      window.location.hash = hash;
    }, path);
    await this.panel.main.getByRole("table").waitFor();
  }

  async dial(target: string): Promise<void> {
    await this.dock.getByRole("textbox", { name: "Number or SIP address" }).fill(target);
    await this.dock.getByRole("button", { name: "Call", exact: true }).click();
  }

  async press(name: string): Promise<void> {
    await this.dock.getByRole("button", { name, exact: true }).click();
  }

  async see(text: string | RegExp): Promise<void> {
    await this.dock.getByText(text).first().waitFor();
  }

  /** Whether sound of the other side arrives: waits for a loud one, or for seconds of silence. */
  async hears(): Promise<boolean> {
    return this.panel.page.evaluate(async () => {
      const { connections } = window as unknown as { readonly connections: readonly RTCPeerConnection[] };
      const measure = async () => {
        const reports = await Promise.all(connections.map((connection) => connection.getStats()));
        const inbound = reports.flatMap((report) =>
          [...report.values()].filter(({ type, kind }) => type === "inbound-rtp" && kind === "audio"),
        );
        const sum = (name: string) => inbound.reduce((all, one) => all + Number(one[name] ?? 0), 0);
        return { packets: sum("packetsReceived"), energy: sum("totalAudioEnergy") };
      };
      const before = await measure();
      let now = before;
      const isLoud = () => now.energy - before.energy > 0.001;
      // Three seconds of sound without any: the microphone beeps every second.
      while (!isLoud() && now.packets < before.packets + 150) {
        await new Promise((done) => setTimeout(done, 200));
        now = await measure();
      }
      return isLoud();
    });
  }
}

/** Pages whose phones may be on. */
const used = new Set<PanelPage>();

/** Ends their calls and takes their registrations back, for the tests that go on in these pages. */
async function turnOffAll(): Promise<void> {
  const open = [...used].filter(({ page }) => !page.isClosed());
  used.clear();
  await Promise.all(
    open.map(async (panel) => {
      const phone = new Phone(panel);
      if (!(await phone.dock.isVisible())) return;
      // By keyboard: calls that end meanwhile move the button.
      await phone.dock.getByRole("button", { name: "Turn off" }).press("Enter");
      await phone.dock.waitFor({ state: "detached" });
    }),
  );
}

const plus = ({ number }: SipUser) => `+${number}`;

test("the phone says that the server does not answer", async () => {
  const phone = await Phone.open();
  await phone.turnOn(nth(0));
  await phone.panel.main.getByText(`The SIP server does not answer at ${address}`).waitFor();
  expect(await findViolations(phone.panel.page)).toEqual([]);
  await turnOffAll();
});

describe("with a registrar that refuses", () => {
  let registrar: SipRegistrar;
  beforeEach(async () => {
    registrar = await SipRegistrar.start(port);
  });
  afterEach(async () => {
    await turnOffAll();
    await registrar.stop();
  });

  test("the phone says that user or password are wrong, and does not insist", async () => {
    registrar.verdict = { status: 401, reason: "Unauthorized" };
    const phone = await Phone.open();
    await phone.turnOn(nth(0));
    await phone.panel.main.getByText("The SIP server rejects the user name or the password.").waitFor();
    // Once without and once with an answer to the challenge.
    expect(registrar.requests.filter((request) => request.startsWith("REGISTER"))).toHaveLength(2);
    expect(registrar.requests.join()).not.toContain(nth(0).password);
  });

  test("the phone says with which status the server refuses, and tries again by a click", async () => {
    registrar.verdict = { status: 503, reason: "Service Unavailable" };
    const phone = await Phone.open();
    await phone.turnOn(nth(0));
    await phone.panel.main.getByText("The SIP server refuses the registration (SIP 503).").waitFor();
    registrar.verdict = { status: 200, reason: "OK" };
    await phone.panel.main.getByLabel(/SIP password/).fill(nth(0).password);
    await phone.panel.press("Try again");
    await phone.panel.main.getByText(/^Registered as/).waitFor();
    const stored = await phone.panel.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(nth(0).password);
  });

  test("the phone says that the connection broke, comes back by itself, and takes the registration back", async () => {
    const phone = await Phone.registeredAs(nth(0));
    registrar.cut();
    await phone.panel.main.getByText(/^The connection to the SIP server was lost/).waitFor();
    await phone.panel.main.getByText(/^Registered as/).waitFor();
    await phone.press("Turn off");
    await expect.poll(() => registrar.requests.at(-1)).toMatch(/^Expires: 0\r$/m);
    await phone.dock.waitFor({ state: "detached" });
  });
});

const title = kamailio ? "calls through Kamailio" : "calls through Kamailio, which cannot be installed here: skipped";

describe.skipIf(!kamailio)(title, () => {
  let server: SipServer;
  // A new one each time: it would ring windows of a test that failed.
  beforeEach(async () => {
    server = await SipServer.start(port, subscribers);
  });
  afterEach(async () => {
    await turnOffAll();
    await server?.stop();
  });

  test("a wrong password is said to be one", async () => {
    const phone = await Phone.open();
    await phone.turnOn({ ...nth(0), password: "wrong-Password-7" });
    await phone.panel.main.getByText("The SIP server rejects the user name or the password.").waitFor();
  });

  test("a microphone that the browser withholds is said to be that", async () => {
    const phone = await Phone.registeredAs(nth(0), RESELLER, []);
    await phone.dial(plus(nth(1)));
    await phone.see(/^The browser does not let this page use the microphone/);
  });

  test("a call by a click at a number: answered, muted, held, with tones, and hung up", async () => {
    const caller = await Phone.registeredAs(nth(0));
    const callee = await Phone.registeredAs(nth(1));
    await caller.goTo("/number");
    await caller.panel.search(nth(1).number.slice(-6));
    await caller.panel.main.getByRole("button", { name: `Call ${plus(nth(1))}`, exact: true }).click();
    await caller.see("Ringing…");

    await callee.see("Incoming call");
    // The number belongs to a subscriber, who is named with the customer.
    await callee.call(nth(0)).getByRole("link").nth(1).waitFor();
    await expect.poll(() => callee.call(nth(0)).getByRole("link").count()).toBe(2);
    expect(await findViolations(callee.panel.page)).toEqual([]);
    await callee.press("Answer");
    await Promise.all([caller.see(/^In a call/), callee.see(/^In a call/)]);
    expect(await Promise.all([caller.hears(), callee.hears()])).toEqual([true, true]);

    await caller.press("Mute");
    await caller.see("In a call · Muted");
    // What was said before still arrives.
    await expect.poll(() => callee.hears()).toBe(false);
    await caller.press("Unmute");
    expect(await callee.hears()).toBe(true);

    await caller.press("Hold");
    await caller.see(/^On hold/);
    await callee.see("In a call · The other party has put you on hold");
    await caller.press("Resume");
    await caller.see(/^In a call/);
    expect(await callee.hears()).toBe(true);

    await caller.press("Keypad");
    await caller.dock.getByRole("textbox", { name: "Tones" }).pressSequentially("12");
    await caller.press("Key #");
    await expect.poll(() => caller.dock.getByRole("textbox", { name: "Tones" }).inputValue()).toBe("12#");
    expect(await findViolations(caller.panel.page)).toEqual([]);

    // It goes on while the person works elsewhere.
    await caller.panel.openMenu("Customers");
    await caller.see(/^In a call/);
    await callee.press("Hang up");
    await Promise.all([caller.see("Call ended"), callee.see("Call ended")]);
  });

  test("a phone calls itself: the same subscriber in two windows", async () => {
    const one = await Phone.registeredAs(nth(0));
    const other = await Phone.registeredAs(nth(0), "administrator");
    await one.dial(plus(nth(0)));
    await other.see("Incoming call");
    await other.press("Answer");
    await Promise.all([one.see(/^In a call/), other.see(/^In a call/)]);
    expect(await Promise.all([one.hears(), other.hears()])).toEqual([true, true]);
    await one.press("Hang up");
    await other.see("Call ended");
  });

  test("a call is declined, cancelled, or reaches nobody", async () => {
    const caller = await Phone.registeredAs(nth(0));
    const callee = await Phone.registeredAs(nth(1));
    await caller.dial(plus(nth(1)));
    await callee.press("Decline");
    await caller.see("The line is busy");
    await caller.dial(nth(1).user);
    await callee.see("Incoming call");
    await caller.press("Hang up");
    await callee.see("Missed call");
    await caller.dial("+4300000000");
    await caller.see("Nobody has this number");
  });

  test("a call is transferred, once the other side agrees", async () => {
    const [first, second, third] = await Promise.all([0, 1, 2].map((index) => Phone.registeredAs(nth(index))));
    if (!first || !second || !third) throw new Error("three phones are needed");
    await first.dial(plus(nth(1)));
    await second.press("Answer");
    await first.see(/^In a call/);
    await first.press("Transfer");
    const form = first.dock.locator("form").filter({ hasText: "Transfer to" });
    await form.getByRole("textbox").fill(nth(2).user);
    await form.getByRole("button", { name: "Transfer" }).click();
    await second.see(`The other party wants to transfer you to ${nth(2).user}.`);
    await second.press(`Call ${nth(2).user}`);
    await third.press("Answer");
    await first.see("Transferred");
    await Promise.all([second.see(/^In a call/), third.see(/^In a call/)]);
    expect(await Promise.all([second.hears(), third.hears()])).toEqual([true, true]);
  });

  test("two calls are brought together after a word with the second", async () => {
    const [first, second, third] = await Promise.all([0, 1, 2].map((index) => Phone.registeredAs(nth(index))));
    if (!first || !second || !third) throw new Error("three phones are needed");
    await first.dial(plus(nth(1)));
    await second.press("Answer");
    await first.see(/^In a call/);
    await first.dial(plus(nth(2)));
    await second.see(/The other party has put you on hold/);
    await third.press("Answer");
    await first.press("Connect both");
    await second.dock
      .getByRole("button", { name: /^Call / })
      .first()
      .click();
    await Promise.all([second.see(/^In a call/), third.see(/^In a call/)]);
    await first.see("Transferred");
    expect(await Promise.all([second.hears(), third.hears()])).toEqual([true, true]);
  });

  test("a second caller waits, and a third hears that the line is busy", async () => {
    const [first, second, third] = await Promise.all([0, 1, 2].map((index) => Phone.registeredAs(nth(index))));
    if (!first || !second || !third) throw new Error("three phones are needed");
    const fourth = await Phone.registeredAs(nth(1), "administrator");
    await first.dial(plus(nth(2)));
    await third.press("Answer");
    await first.see(/^In a call/);
    await second.dial(plus(nth(0)));
    await first.see("Incoming call");
    await fourth.dial(plus(nth(0)));
    await fourth.see("The line is busy");
    await first.press("Answer");
    await third.see(/The other party has put you on hold/);
    await second.see(/^In a call/);
  });

  test("logging out hangs up and takes the registration back", async () => {
    const caller = await Phone.registeredAs(nth(0));
    const callee = await Phone.registeredAs(nth(1));
    await caller.dial(plus(nth(1)));
    await callee.press("Answer");
    await caller.see(/^In a call/);
    await caller.panel.logOut();
    await callee.see("Call ended");
    await callee.dial(plus(nth(0)));
    await callee.see("Nobody has this number");
  });
});
