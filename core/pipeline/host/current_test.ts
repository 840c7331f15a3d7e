import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  Auth,
  createAuth,
  type SessionResult,
  type SignedIn,
} from "@latchkey/auth";
import { SignInRequired } from "@latchkey/auth/errors";
import {
  checkPair,
  createConfig,
  findAccount,
  isRoute,
  type Lab,
  type Pair,
  pairs,
  type Script,
  send,
  type Strategy,
  toRouteRequest,
} from "./current_testkit.ts";

/** Runs a pair, and adds the headers of each call to the response. */
async function answer(script: Script, request: Request): Promise<Response> {
  const auth = createAuth(script.lab.config);
  const { pair, seen } = script;
  const added: string[] = [];
  let response = new Response();
  for (const [i, step] of pair.entries()) {
    if (isRoute(step)) response = await auth.handler(request);
    const headers = isRoute(step)
      ? response.headers
      : await take(script, request, i);
    added.push(...headers.getSetCookie());
  }
  const { session, headers } = await auth.session(request);
  seen.push(session);
  added.push(...headers.getSetCookie());
  const all = new Response(null, { status: 200 });
  for (const cookie of added) all.headers.append("set-cookie", cookie);
  return all;
}

async function take(
  script: Script,
  request: Request,
  i: number,
): Promise<Headers> {
  const auth = createAuth(script.lab.config);
  switch (script.pair[i]) {
    case "update":
    case "rotate": {
      const rotate = script.pair[i] === "rotate";
      const data = { name: `new ${i}` };
      return (await auth.updateSession(request, data, { rotate })).headers;
    }
    case "unlink":
      return await auth.unlinkAccount(request, await findAccount(script, i))
        .then(({ headers }) => headers, (error) => {
          if (error instanceof SignInRequired) return new Headers();
          throw error;
        });
    default:
      return (await auth.session(request)).headers;
  }
}

function createScript(strategy: Strategy, pair: Pair): Script {
  const config = createConfig(strategy);
  const seen: Script["seen"] = [];
  const lab: Lab = {
    config,
    origin: "https://app.example",
    cookies: new Map(),
    send: (request) => Auth(request, config),
  };
  return { lab, pair, seen };
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`two operations in one request, with the strategy ${strategy}`, () => {
    it("a read and two rotations at the same time leave the browser signed in", async () => {
      const script = createScript(strategy, ["rotate", "rotate"]);
      await checkPair(script, async () => {
        const auth = createAuth(script.lab.config);
        const lab: Lab = {
          ...script.lab,
          send: async (request) => {
            const response = new Response();
            // Adds headers as each call returns, as a framework would.
            const add = async (
              result: Promise<SessionResult | SignedIn | Response>,
            ) => {
              const one = await result;
              assert.ok(!(one instanceof Response) && one.session !== null);
              for (const cookie of one.headers.getSetCookie()) {
                response.headers.append("set-cookie", cookie);
              }
            };
            const rotate = (i: number) =>
              auth.updateSession(request, { name: `new ${i}` }, {
                rotate: true,
              });
            await Promise.all([
              add(auth.session(request)),
              add(rotate(0)),
              add(rotate(1)),
              add(auth.session(request)),
              add(auth.require(request, { when: () => Promise.resolve(true) })),
            ]);
            script.seen.push((await auth.session(request)).session);
            return response;
          },
        };
        await send(lab, await toRouteRequest(script.lab, script.pair));
      });
    });

    it("a slow read that a rotation overtakes gives the new session, and its cookie", async () => {
      const script = createScript(strategy, ["rotate", "read"]);
      await checkPair(script, async () => {
        const { config } = script.lab;
        let open = () => {};
        const gate = new Promise<void>((resolve) => open = resolve);
        let calls = 0;
        const session = config.callbacks?.session;
        const auth = createAuth({
          ...config,
          callbacks: {
            ...config.callbacks,
            session: async (message) => {
              if (calls++ === 0) await gate;
              return await session?.(message) ?? message.session;
            },
          },
        });
        const lab: Lab = {
          ...script.lab,
          send: async (request) => {
            const slow = auth.session(request);
            const data = { name: "new 0" };
            const updated = await auth
              .updateSession(request, data, { rotate: true });
            open();
            const read = await slow;
            script.seen.push(read.session);
            const response = new Response(null, { headers: updated.headers });
            for (const cookie of read.headers.getSetCookie()) {
              response.headers.append("set-cookie", cookie);
            }
            return response;
          },
        };
        await send(lab, await toRouteRequest(script.lab, script.pair));
      });
    });

    it("the session that a guard's own function has made is the one that passes", async () => {
      const script = createScript(strategy, ["rotate", "read"]);
      await checkPair(script, async () => {
        const auth = createAuth(script.lab.config);
        const lab: Lab = {
          ...script.lab,
          send: async (request) => {
            const passed = await auth.require(request, {
              when: async () => {
                const data = { name: "new 0" };
                await auth.updateSession(request, data, { rotate: true });
                return true;
              },
            });
            assert.ok(!(passed instanceof Response));
            script.seen.push(passed.session);
            return new Response(null, { headers: passed.headers });
          },
        };
        await send(lab, await toRouteRequest(script.lab, script.pair));
      });
    });

    for (const pair of pairs) {
      it(`the session after "${pair.join('", then "')}" is seen, and kept by the browser`, async () => {
        const script = createScript(strategy, pair);
        await checkPair(script, async () => {
          const lab: Lab = {
            ...script.lab,
            send: (request) => answer(script, request),
          };
          await send(lab, await toRouteRequest(script.lab, pair));
        });
      });
    }
  });
}
