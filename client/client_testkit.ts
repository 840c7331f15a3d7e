/** For tests only: tabs of a browser, in which clients run. */

import type { Browser } from "@latchkey/auth/testing";
import { createPageClient } from "./create_client.ts";
import type { Page } from "./page.ts";
import type { AuthClient, ClientOptions } from "./types.ts";

/** The session as these tests read it. */
export interface TestSession {
  readonly user: { readonly name: string; readonly email: string };
}

/** A tab, and what a person or the browser does to it. */
export interface Tab {
  readonly page: Page;
  /** The URLs that its scripts have left for. */
  readonly left: string[];
  /** The requests of its scripts: method and path. */
  readonly requests: string[];
  /** Looks at another tab, or comes back. */
  show(isVisible: boolean): void;
  /** The network is back. */
  goOnline(): void;
}

/** The tabs of one origin hear of each other. */
type Bus = Set<{ readonly name: string; onmessage: (() => void) | null }>;

/** Opens tabs of a browser; they share its cookies and its channel. */
export function createTabs(
  fetch: Page["fetch"],
  href = "https://app.example/page?n=1",
): () => Tab {
  const bus: Bus = new Set();
  return () => openTab(fetch, href, bus);
}

function openTab(fetch: Page["fetch"], href: string, bus: Bus): Tab {
  const left: string[] = [];
  const requests: string[] = [];
  const events = new EventTarget();
  const state = { visibilityState: "visible" };
  const add = events.addEventListener.bind(events);
  const page: Page = {
    fetch: (url, init) => {
      const { pathname } = new URL(`${url}`, href);
      requests.push(`${init?.method ?? "GET"} ${pathname}`);
      return fetch(url, init);
    },
    location: { href, assign: (url) => void left.push(url) },
    document: {
      get visibilityState() {
        return state.visibilityState;
      },
      addEventListener: (event, listener) => add(event, () => listener()),
      removeEventListener: () => {},
    },
    addEventListener: (event, listener) => add(event, () => listener()),
    BroadcastChannel: class {
      onmessage: (() => void) | null = null;
      readonly name: string;
      constructor(name: string) {
        this.name = name;
        bus.add(this);
      }
      postMessage() {
        for (const one of bus) {
          if (one !== this && one.name === this.name) one.onmessage?.();
        }
      }
    },
  };
  return {
    page,
    left,
    requests,
    show: (isVisible) => {
      state.visibilityState = isVisible ? "visible" : "hidden";
      events.dispatchEvent(new Event("visibilitychange"));
    },
    goOnline: () => void events.dispatchEvent(new Event("online")),
  };
}

/** A client in a tab of a browser without a window. */
export function openClient(
  browser: Browser,
  options?: ClientOptions,
): Tab & { readonly client: AuthClient<TestSession> } {
  const send = (url: string, init: RequestInit) => browser.fetch(url, init);
  const tab = createTabs(send as Page["fetch"])();
  return { ...tab, client: createPageClient(tab.page, options) };
}

/** Waits until the snapshot of a client is as a test wants it. */
export async function untilShown<S>(
  { getSnapshot, subscribe }: Pick<
    AuthClient<S>,
    "getSnapshot" | "subscribe"
  >,
  isShown: (snapshot: ReturnType<typeof getSnapshot>) => boolean,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => isShown(getSnapshot()) && resolve();
    subscribe(look);
    look();
  });
}
