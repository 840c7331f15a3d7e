import type { Page } from "./page.ts";
import type { ClientError, ClientOptions } from "./types.ts";

/** What an auth route answers. */
export type Answer = Readonly<Record<string, unknown>> | null;

/** Requests to the auth routes. */
export interface Requests {
  /** The URL of the auth routes, absolute where a page is. */
  readonly base: string;
  /** Reads a route. */
  get(path: string): Promise<Answer>;
  /** Sends fields to a route, with the token of this browser. */
  post(
    path: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Answer>;
  /** Forgets the token, which belongs to the session. */
  forget(): void;
}

/** Makes an error of what is known about it. */
export function toError(facts: Partial<ClientError>): ClientError {
  return Object.assign(new Error(facts.message), {
    code: null,
    field: null,
    retryAfter: null,
    ref: null,
    status: 0,
    ...facts,
  }) as ClientError;
}

/** Sends a request, whose answer is JSON. */
async function send(page: Page, url: string, body?: object) {
  let answer: Response, data;
  try {
    answer = await page.fetch(url, {
      credentials: "include",
      headers: {
        accept: "application/json",
        ...body && { "content-type": "application/json" },
      },
      ...body && { method: "POST", body: JSON.stringify(body) },
    });
    data = await answer.json();
  } catch (error) {
    throw toError({ type: "NetworkError", message: String(error) });
  }
  const { ok, status, headers } = answer;
  if (ok) return data;
  const { error: type, ...facts } = data;
  const wait = headers.get("retry-after");
  throw toError({ ...facts, type, status, retryAfter: wait && +wait });
}

/** Creates the functions that send requests. */
export function createRequests(
  page: Page,
  { basePath = "/auth", baseUrl = page.location?.href }: ClientOptions,
): Requests {
  const base = baseUrl ? new URL(basePath, baseUrl).href : basePath;
  const get = (path: string) => send(page, `${base}/${path}`);
  let token: Promise<unknown> | null = null;

  const readToken = async () => {
    try {
      return (await get("csrf")).csrfToken;
    } catch (error) {
      // Without the check there is no token.
      if ((error as ClientError).status !== 404) throw error;
    }
  };

  const post = async (
    path: string,
    fields: object,
    again = true,
  ): Promise<Answer> => {
    const asked = token ??= readToken();
    try {
      const csrfToken = await asked;
      return await send(page, `${base}/${path}`, { ...fields, csrfToken });
    } catch (error) {
      if (token === asked) token = null;
      // Another tab has signed in or out since the token was read.
      if ((error as ClientError).type !== "MissingCSRF" || !again) throw error;
      return await post(path, fields, false);
    }
  };

  return { base, get, post, forget: () => void (token = null) };
}
