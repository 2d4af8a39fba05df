import { answersPath, type GivenAnswer, MOST_QUESTIONS } from "../../core/dashboardAnswers.ts";
import { ask } from "./ask.ts";
import { isOffered } from "./extensions.ts";
import { type HttpAnswer, type HttpRequest, refusalOf, send, toAddress } from "./http.ts";

/** All of them are answered together, also the slowest. */
const timeout = 30_000;

interface Question {
  readonly request: HttpRequest;
  readonly resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void;
  readonly reject: (error: unknown) => void;
}

let waiting: Question[] = [];

/** Sends a GET request of the dashboard: where the platform takes them so, those of one moment go as one. */
export function sendQuestion(request: HttpRequest): Promise<HttpAnswer> {
  if (!isOffered("dashboard")) return send(request);
  return new Promise((resolve, reject) => {
    if (waiting.push({ request, resolve, reject }) === 1) setTimeout(sendWaiting);
  });
}

function sendWaiting(): void {
  const questions = waiting;
  waiting = [];
  for (let start = 0; start < questions.length; start += MOST_QUESTIONS)
    void sendTogether(questions.slice(start, start + MOST_QUESTIONS));
}

async function sendTogether(questions: readonly Question[]): Promise<void> {
  const [first] = questions;
  if (questions.length === 1) return first?.resolve(send(first.request));
  try {
    const query = { paths: questions.map(({ request }) => toAddress(request)).join("\n") };
    const { answers } = await ask<{ readonly answers: readonly GivenAnswer[] }>(
      { path: answersPath, query, timeout },
      { answers: "array" },
    );
    for (const [index, { resolve, reject }] of questions.entries()) {
      const { status, body } = answers[index] ?? { status: 0, body: null };
      if (status >= 200 && status < 300) resolve({ status, headers: new Headers(), body });
      else reject(refusalOf(body, status));
    }
  } catch (error) {
    for (const { reject } of questions) reject(error);
  }
}
