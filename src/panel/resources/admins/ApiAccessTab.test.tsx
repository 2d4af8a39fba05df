import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { currentSession } from "../../providers/session.ts";

const panel = await openPanel();

const button = (name: string) => screen.findByRole("button", { name });
const refusal = (status: number) => Response.json({ code: status, message: "The disk is full" }, { status });

async function openOwn(role: string) {
  const user = await panel.open("/dashboard", role);
  panel.go(`/administrator/${currentSession()?.adminId}/details/api-access`);
  return user;
}

describe("API access on the own record", () => {
  it("says why creating a certificate failed, and offers a retry", async () => {
    const user = await openOwn("superuserMaster");
    panel.intercept = ({ method, url }) => (method === "POST" && url === "/api/admincerts/" ? refusal(500) : undefined);
    await user.click(await button("Create certificate"));
    const alert = await screen.findByText("That did not work: The disk is full");
    expect(alert.closest("[role=alert]")).toBeTruthy();
    expect((await button("Create certificate")).hasAttribute("disabled")).toBe(false);
  });

  it("asks before a possible certificate is lost where its state is unknown", async () => {
    panel.intercept = undefined;
    const user = await panel.open("/dashboard", "lintercept");
    panel.intercept = ({ method, url }) =>
      method === "GET" && url.startsWith("/api/admincerts/") ? refusal(403) : undefined;
    panel.go(`/administrator/${currentSession()?.adminId}/details/api-access`);
    await screen.findByText("You are not allowed to see this.");
    await user.click(await button("Create certificate"));
    await screen.findByRole("alertdialog", { name: "Create a new certificate?" });
    expect(panel.written()).toEqual([]);
  });

  it("lets read-only users create, but not revoke", async () => {
    await openOwn("resellerReadOnly");
    await button("Create certificate");
    expect(screen.queryByRole("button", { name: "Revoke" })).toBeNull();
  });

  it("is hidden from customer care, which has no access by certificates", async () => {
    await openOwn("ccare");
    await screen.findByRole("heading", { level: 1, name: /./ });
    await screen.findByRole("heading", { level: 1, name: /^(?!Loading)/ });
    expect(screen.queryByText("API access")).toBeNull();
  });
});

it("of another administrator a master sees the state, and creates nothing", async () => {
  await panel.open("/administrator/2/details/api-access");
  await screen.findByText("No certificate");
  expect(screen.queryByRole("button", { name: /certificate/ })).toBeNull();
});
