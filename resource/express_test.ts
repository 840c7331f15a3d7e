/** The guard in both versions of Express, on real servers. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { ErrorRequestHandler } from "express";
import { ReauthenticationRequired } from "@latchkey/auth/errors";
import { protect } from "@latchkey/auth/resource/express";
import {
  ask,
  type Express,
  sendRaw,
  serve,
  versions,
} from "../server/express_testkit.ts";
import { defer, endTest } from "../testing/checks_testkit.ts";
import { describeGuardAttacks } from "./attacks_testkit.ts";
import {
  describeAccess,
  type GuardHost,
  readChallenge,
  resource,
  toSession,
  userHeader,
} from "./guard_testkit.ts";

afterEach(endTest);

/** A server below a prefix, which Express takes off the paths of its router. */
function toHost(express: Express): GuardHost {
  return ({ options, rules }) => {
    const api = protect({
      ...options,
      session: ({ headers }) => {
        const user = headers[userHeader];
        return toSession(typeof user === "string" ? user : null);
      },
    });
    const app = express();
    app.use(api);
    const router = express.Router();
    router.use(express.json(), api.require(rules), (_req, res) => {
      const { access } = res.locals;
      res.send(access === undefined ? "" : describeAccess(access));
    });
    app.use("/mcp", router);
    return async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = new Uint8Array(await request.arrayBuffer());
      const headers = {
        ...Object.fromEntries(request.headers),
        "content-length": `${body.length}`,
        connection: "close",
      };
      const answer = defer<Response>();
      await serve(app, async (origin) => {
        const url = `${origin}${pathname}${search}`;
        answer.resolve(await sendRaw(url, request.method, headers, body));
      });
      return await answer.promise;
    };
  };
}

describe("errors behind a guard", () => {
  for (const [version, express] of versions) {
    it(`${version}: those of a token client are answered, and others are the application's`, async () => {
      const api = protect({ resource, issuer: "https://login.example.com" });
      const app = express();
      app.get("/expired", () => {
        throw new ReauthenticationRequired("it has expired");
      });
      app.get("/broken", () => {
        throw new Error("a bug");
      });
      app.use(api.refuse);
      app.use(
        ((_error, _req, res, _next) => {
          res.status(500).send("ours");
        }) as ErrorRequestHandler,
      );
      await serve(app, async (origin) => {
        const refused = await ask(`${origin}/expired`);
        assert.equal(refused.status, 401);
        assert.equal(readChallenge(refused)["error"], "invalid_token");
        const broken = await ask(`${origin}/broken`);
        assert.equal(broken.text, "ours");
      });
    });
  }
});

for (const [version, express] of versions) {
  describeGuardAttacks(version, toHost(express));
}
