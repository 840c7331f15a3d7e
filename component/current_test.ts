import { describe, it } from "node:test";
import { Auth, createAuth, type Session } from "@latchkey/auth";
import { SignInRequired } from "@latchkey/auth/errors";
import {
  checkPair,
  createConfig,
  findAccount,
  isRoute,
  type Lab,
  pairs,
  type Script,
  send,
  type Strategy,
} from "../core/pipeline/host/current_testkit.ts";
import { app } from "../testing/app_testkit.ts";
import {
  callRequest,
  createQwikApp,
  entry,
  page,
  type QwikSite,
  submitRequest,
} from "./qwik_testkit.ts";
import type { SessionEvent } from "./types.ts";

const { routeLoader$ } = await import("@builder.io/qwik-city");

async function take(
  script: Script,
  i: number,
  ev: SessionEvent,
): Promise<void> {
  const auth = createAuth(script.lab.config);
  switch (script.pair[i]) {
    case "update":
    case "rotate": {
      const rotate = script.pair[i] === "rotate";
      const data = { name: `new ${i}` };
      const { headers } = await auth
        .updateSession(ev.request, data, { rotate });
      return entry.addHeaders(ev, headers);
    }
    case "unlink":
      return await auth.unlinkAccount(ev.request, await findAccount(script, i))
        .then(({ headers }) => entry.addHeaders(ev, headers), (error) => {
          if (!(error instanceof SignInRequired)) throw error;
        });
    case "read":
      await entry.getSession(ev, script.lab.config);
  }
}

/**
 * A page whose handler does what comes before the form action, and whose loader
 * does what comes after. Other loaders read the session at the same time.
 */
function toPage(holder: { script?: Script }) {
  const after = ({ pair }: Script) => pair[0] && isRoute(pair[0]) ? 0 : 1;
  return page({
    onRequest: async (ev: SessionEvent) => {
      const { script } = holder;
      if (script && after(script) === 1) await take(script, 0, ev);
    },
    useSecond: routeLoader$(async (ev) => {
      const { script } = holder;
      if (script === undefined) return null;
      await take(script, 1, ev as never);
      const { data } = await entry.getSession(
        ev as never,
        script.lab.config,
      );
      script.seen.push(data, ev.sharedMap.get("session") as Session | null);
      return null;
    }),
  });
}

function toRequest({ auth }: QwikSite, { pair }: Script): Request {
  // The browser opens such a target itself, and the loaders of this page run.
  const redirectTo = "/other#part";
  switch (pair.find(isRoute)) {
    case "sign in":
      return submitRequest("/", auth.useSignIn, {
        providerId: "door",
        options: { username: "bob" },
        redirectTo,
      });
    case "sign out":
      return submitRequest("/", auth.useSignOut, { redirectTo });
    default:
      return new Request(`${app}/`);
  }
}

async function run(strategy: Strategy, pair: Script["pair"]): Promise<void> {
  const config = createConfig(strategy);
  const holder: { script?: Script } = {};
  const site = await createQwikApp({
    source: () => config,
    routes: { "/": [toPage(holder)] },
  });
  const lab: Lab = {
    config,
    origin: app,
    cookies: new Map(),
    send: (request) => Auth(request, config),
  };
  const script: Script = { lab, pair, seen: [] };
  await checkPair(script, async () => {
    holder.script = script;
    await send({ ...lab, send: site.fetch }, toRequest(site, script));
  });
}

for (const strategy of ["jwt", "database"] as const) {
  it(`a server function that rotates a session which is due leaves the browser signed in, with the strategy ${strategy}`, async () => {
    const config = createConfig(strategy);
    const site = await createQwikApp({ source: () => config });
    const cookies = new Map<string, string>();
    const lab = { config, origin: app, cookies, send: site.fetch };
    const script: Script = { lab, pair: ["read", "rotate"], seen: [] };
    await checkPair(script, async () => {
      const request = await callRequest("/", async function (this: never) {
        const ev = this as SessionEvent;
        await take(script, 1, ev);
        const { data } = await entry.getSession(ev, config);
        script.seen.push(data, ev.sharedMap.get("session") as Session | null);
        return null;
      });
      await send(lab, request);
    });
  });

  describe(`two operations in one request of Qwik City, with the strategy ${strategy}`, () => {
    for (const pair of pairs) {
      it(`the session after "${pair.join('", then "')}" is seen, and kept by the browser`, async () => {
        await run(strategy, pair);
      });
    }
  });
}
