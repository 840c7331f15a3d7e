/** The guard, as an attacker and a client of the command line find it. */

import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { describe, it } from "node:test";
import {
  protect as protectWeb,
  type ProtectOptions,
} from "@latchkey/auth/resource";
import { protect } from "@latchkey/auth/resource/express";
import { probeApplication } from "../cli/probe/probe_testkit.ts";
import { SCOPE, SITE } from "../cli/probe/server_testkit.ts";
import { versions } from "../server/express_testkit.ts";

function toOptions(resource: string, issuer: string): ProtectOptions {
  return {
    resource,
    issuer: {
      issuer,
      strict: true,
      introspection: { clientId: "files", clientSecret: "s", cache: 0 },
    },
    scopes: [SCOPE],
    cors: { origins: [SITE] },
    logger: { error() {}, warn() {}, debug() {} },
  };
}

/** Serves an API of `protect` for Request and Response. */
function toListener(url: string, issuer: string): RequestListener {
  const api = protectWeb(toOptions(url, issuer));
  const answer = async (request: Request): Promise<Response> => {
    const open = await api.handler(request);
    if (open !== null) return open;
    const access = await api.require(request, { scopes: SCOPE });
    if (access instanceof Response) return access;
    if (request.url !== url) return new Response(null, { status: 404 });
    return Response.json({ user: access.subject }, { headers: access.headers });
  };
  return async ({ url: target, method = "", rawHeaders }, res) => {
    const headers = new Headers();
    for (let i = 0; i < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
    }
    const address = new URL(url).origin + target;
    const response = await answer(new Request(address, { method, headers }));
    res.writeHead(response.status, [...response.headers].flat());
    res.end(await response.text());
  };
}

describe("the guard under the probe of the command line", () => {
  /** Asserts that all checks hold, and none could not be tried. */
  async function assertHolds(
    create: (url: string, issuer: string) => RequestListener,
  ): Promise<void> {
    const { findings, counts } = await probeApplication(create);
    const others = findings.filter(({ verdict }) => verdict !== "holds");
    assert.deepEqual(others, []);
    assert.ok(counts.holds > 90);
  }

  it("all checks hold for Request and Response", () => assertHolds(toListener));

  for (const [version, express] of versions) {
    it(`all checks hold for ${version}`, () =>
      assertHolds((url, issuer) => {
        const api = protect(toOptions(url, issuer));
        const app = express();
        app.use(api);
        app.get("/files", api.require({ scopes: SCOPE }), (_req, res) => {
          res.json({ user: res.locals.access?.subject });
        });
        return app as RequestListener;
      }));
  }
});
