import { Blob } from "node:buffer";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { noteSavedFiles } from "../../../../tests/support/savedFiles.ts";
import { toFileValue } from "../../../core/validation/fileValue.ts";
import { writeTone } from "../../../core/values/tone.ts";
import { currentSession } from "../../providers/session.ts";

const panel = await openPanel();
const saved = noteSavedFiles();

/** Stores a greeting, by another window of the user. */
async function addGreeting(dir: string, name?: string): Promise<number> {
  const base64 = Buffer.from(writeTone({ hertz: 440, milliseconds: 20 })).toString("base64");
  const response = await fetch("/api/voicemailgreetings/", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${currentSession()?.token}` },
    body: JSON.stringify({ subscriber_id: 30, dir, greetingfile: toFileValue({ type: "audio/x-wav", name, base64 }) }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return Number(response.headers.get("location")?.split("/").at(-1));
}

it("downloads a sound under its stored name, or a descriptive one", async () => {
  const user = await panel.open("/dashboard");
  const [named, unnamed] = [await addGreeting("temp", "Grüße.wav"), await addGreeting("greet")];
  panel.go("/subscriber/30/details/voicemail-greetings");
  // Responses carry Node's blobs, not jsdom's.
  vi.stubGlobal("Blob", Blob);
  await user.click(await screen.findByRole("button", { name: `Download Greeting #${named}` }));
  await waitFor(() => expect(saved.names).toEqual(["Grüße.wav"]));
  await user.click(await screen.findByRole("button", { name: `Download Greeting #${unnamed}` }));
  await waitFor(() => expect(saved.names).toEqual(["Grüße.wav", `voicemailgreetings-${unnamed}.wav`]));
});
