import { describe, it } from "node:test";
import { SignInRequired } from "@latchkey/auth/errors";
import {
  ServerAuth,
  type ServerAuthConfig,
  type ServerAuthHandler,
} from "@latchkey/auth/server";
import type { NextFunction, Request as Req, Response as Res } from "express";
import {
  checkPair,
  createConfig,
  findAccount,
  isRoute,
  type Pair,
  pairs,
  type Script,
  send,
  toRouteRequest,
} from "../core/pipeline/host/current_testkit.ts";
import { serve, versions } from "./express_testkit.ts";

/** Nothing can be written after a route has answered. */
const possible = pairs.filter(([first]) => !isRoute(first));

async function take(
  auth: ServerAuthHandler,
  { script, i }: { readonly script: Script; readonly i: number },
  req: Req,
): Promise<unknown> {
  switch (script.pair[i]) {
    case "update":
    case "rotate": {
      const rotate = script.pair[i] === "rotate";
      return await auth.updateSession(req, { name: `new ${i}` }, { rotate });
    }
    case "unlink":
      return await auth.unlinkAccount(req, await findAccount(script, i))
        .catch((error) => {
          if (!(error instanceof SignInRequired)) throw error;
        });
    default:
      return await auth.getSession(req);
  }
}

/** Runs the pair of a script: its middleware first, then the route. */
function toMiddleware(auth: ServerAuthHandler, script: Script) {
  return async (req: Req, res: Res, next: NextFunction) => {
    if (req.get("x-test") === undefined) return next();
    const { pair, seen } = script;
    for (const [i, step] of pair.entries()) {
      if (!isRoute(step)) await take(auth, { script, i }, req);
      else await auth(req, res, next);
    }
    seen.push(await auth.getSession(req));
    if (pair.some(isRoute)) return;
    seen.push(res.locals.session);
    res.end();
  };
}

for (const [version, express] of versions) {
  for (const strategy of ["jwt", "database"] as const) {
    describe(`two operations in one request, with ${version} and the strategy ${strategy}`, () => {
      for (const pair of possible) {
        it(`the session after "${pair.join('", then "')}" is seen, and kept by the browser`, async () => {
          const config = createConfig(strategy);
          const auth = ServerAuth(config as ServerAuthConfig);
          await run(express(), { config, auth, pair });
        });
      }
    });
  }
}

async function run(
  site: ReturnType<typeof versions[number][1]>,
  { config, auth, pair }: {
    readonly config: Script["lab"]["config"];
    readonly auth: ServerAuthHandler;
    readonly pair: Pair;
  },
): Promise<void> {
  const holder: { script?: Script } = {};
  site.use(auth.session);
  site.use((req, res, next) =>
    holder.script === undefined
      ? next()
      : toMiddleware(auth, holder.script)(req, res, next)
  );
  site.use("/auth", auth);
  await serve(site, async (origin) => {
    const lab = {
      config,
      origin,
      cookies: new Map<string, string>(),
      send: (request: Request) => fetch(request, { redirect: "manual" }),
    };
    const script = holder.script = { lab, pair, seen: [] };
    await checkPair(script, async () => {
      const request = await toRouteRequest(lab, pair);
      request.headers.set("x-test", "1");
      const response = await send(lab, request);
      await response.body?.cancel();
    });
  });
}
