import type { Incoming } from "../core/request_head.ts";
import { readCapped } from "../core/stream.ts";
import type { ComponentEvent } from "./types.ts";

/** A request to the auth routes, exactly as it came. */
export function toIncoming(ev: ComponentEvent): Incoming {
  const { pathname, search } = new URL(ev.request.url);
  return {
    ...toHead(ev),
    method: ev.request.method,
    target: pathname + search,
    // The plugin sees every request of the application.
    mount: "",
    // Qwik City knows the client by the platform's own means, if at all.
    address: (ask) => ({ text: ask?.(ev), isPeer: false }),
    headers: () => ev.request.headers,
    body: async (limit) => {
      const bytes = await readCapped(ev.request.body, limit);
      return bytes === null ? { kind: "too large" } : { kind: "bytes", bytes };
    },
  };
}

/**
 * A request for a page. Where the browser has a page already it asks for the
 * data of the next one only: for whoever decides about the page that is no
 * other request.
 */
export function toPageIncoming(ev: ComponentEvent): Incoming {
  const { header } = toHead(ev);
  return {
    ...toIncoming(ev),
    target: ev.url.pathname + withoutAction(ev.url.search),
    mount: null,
    header: (name) =>
      name === "accept" && isDataRequest(ev) ? "text/html" : header(name),
  };
}

/** As much of it as a session read needs. */
export function toHead(
  ev: ComponentEvent,
): Pick<Incoming, "origin" | "header"> {
  return {
    origin: () => new URL(ev.request.url).origin,
    header: (name) => ev.request.headers.get(name),
  };
}

/** Whether a script of Qwik's asks, which does not show what it is sent. */
export function isDataRequest(ev: ComponentEvent): boolean {
  return new URL(ev.request.url).pathname.endsWith("/q-data.json");
}

/** The query of a page without what Qwik City adds to it. */
export function withoutAction(search: string): string {
  const query = new URLSearchParams(search);
  const names = ["qaction", "qdata", "qfunc"].filter((name) => query.has(name));
  if (names.length === 0) return search;
  for (const name of names) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}
