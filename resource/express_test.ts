/** The guard in both versions of Express, on real servers. */

import { afterEach } from "node:test";
import { protect } from "@latchkey/auth/resource/express";
import {
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

for (const [version, express] of versions) {
  describeGuardAttacks(version, toHost(express));
}
