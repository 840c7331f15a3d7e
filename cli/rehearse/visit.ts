/**
 * A browser of a rehearsal: it keeps every cookie, and follows nothing.
 *
 * @module
 */

import { parseCookie } from "../doctor/outside/cookies.ts";
import { ORIGIN, type Stage } from "./stage.ts";

/** A browser. */
export interface Visit {
  get(path: string): Promise<Response>;
  /** Sends a form with its token. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Makes a request with the cookies. */
  toRequest(): Request;
}

/** Opens a browser. */
export function open({ auth }: Pick<Stage, "auth">): Visit {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("cookie", toHeader(jar));
    const url = new URL(path, `${ORIGIN}/auth/`);
    const response = await auth.handler(new Request(url, { ...init, headers }));
    for (const one of response.headers.getSetCookie()) {
      const { name, value, isRemoval } = parseCookie(one);
      if (isRemoval) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    get: (path) => send(path, { headers: { accept: "text/html" } }),
    post: async (path, fields) => {
      const { csrfToken } = await (await send("csrf")).json();
      return await send(path, {
        method: "POST",
        // A program is not shown a page that leads to the provider.
        headers: { origin: ORIGIN, accept: "*/*" },
        body: new URLSearchParams({ csrfToken, ...fields }),
      });
    },
    toRequest: () =>
      new Request(ORIGIN, { headers: { cookie: toHeader(jar) } }),
  };
}

function toHeader(jar: ReadonlyMap<string, string>): string {
  return [...jar].map((pair) => pair.join("=")).join("; ");
}

/** Returns where an answer leads; null if it leads nowhere. */
export function toLocation({ headers }: Response): URL | null {
  const location = headers.get("location");
  return location === null ? null : new URL(location, ORIGIN);
}
