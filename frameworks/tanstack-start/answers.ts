/**
 * What has to be TanStack's own, because it tells by what it made itself.
 *
 * @module
 */

import type { FormResult } from "../../core/pipeline/host/forms/form_types.ts";

interface Router {
  isRedirect(value: unknown): value is Response & { readonly options: object };
  redirect(options: {
    href?: string;
    reloadDocument?: boolean;
    statusCode?: number;
    headers?: Headers;
  }): Response;
}

interface Start {
  appendResponseHeader(name: string, value: string): void;
  setResponseStatus(status: number): void;
}

/**
 * Imports what only the application has. Start bundles this package as it does
 * all that have Start as a peer, so both import the same.
 */
async function loadRouter(): Promise<Router> {
  // @ts-ignore: it is not installed here.
  return await import("@tanstack/react-router");
}

async function loadStart(): Promise<Start> {
  // @ts-ignore: it is not installed here.
  return await import("@tanstack/react-start/server");
}

/** The error of a guard. A Response would be no error of a page. */
export class Refusal extends Error {
  /** The answer to a request that is not for a page. */
  readonly answer: Response;
  /** The HTTP status. */
  readonly status: number;

  constructor(message: string, answer: Response) {
    super(message);
    this.answer = answer;
    this.status = answer.status;
  }
}

/**
 * Returns what Start takes for a refusal, to be thrown: a redirect, or an error.
 *
 * @param isCall whether a script calls a server function
 */
export async function toThrown(
  answer: Response,
  isCall: boolean,
): Promise<Response | Refusal> {
  const { status, headers } = answer;
  const isJson = headers.get("content-type")?.includes("json") === true;
  const { message = toSentence(status), url } = isJson
    ? await answer.clone().json()
    : {};
  const target = headers.get("location") ??
    (isCall && status === 401 ? url : undefined);
  if (target) return await toRedirect(target);
  if (isCall) (await loadStart()).setResponseStatus(status);
  return new Refusal(message, answer);
}

function toSentence(status: number): string {
  return status === 403
    ? "You don’t have permission to see this page."
    : "The request was refused.";
}

/** Ends a form by its result. */
export async function leave({ url, error }: FormResult) {
  if (url !== null) throw await toRedirect(url);
  return { error };
}

/** Has redirects leave the router, which cannot render the auth routes. */
async function toRedirect(href: string): Promise<Response> {
  const { redirect } = await loadRouter();
  return redirect({ href, reloadDocument: true, statusCode: 303 });
}

/** Returns what takes the place of Start's response. */
export async function replace(
  response: Response,
  finished: Response,
  thrown: Response | Refusal | undefined,
): Promise<Response> {
  const { isRedirect, redirect } = await loadRouter();
  const { body, headers } = finished;
  // Start sends its own redirects to its scripts as such.
  if (isRedirect(response)) return redirect({ ...response.options, headers });
  // A page of an error, which Start knows no status of.
  return thrown instanceof Refusal && response.status === 500
    ? new Response(body, { status: thrown.status, headers })
    : finished;
}

/** Adds headers to what Start makes of an error. */
export async function addToError({ headers }: Response): Promise<void> {
  const { appendResponseHeader } = await loadStart();
  for (const [name, value] of headers) appendResponseHeader(name, value);
}
