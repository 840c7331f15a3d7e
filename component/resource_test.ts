/** The guard in endpoints of Qwik City. */

import { afterEach } from "node:test";
import { protect } from "@latchkey/auth/resource/qwik";
import { qwik } from "./qwik_testkit.ts";
import { createTestSecret } from "@latchkey/auth/testing";
import { endTest } from "../testing/checks_testkit.ts";
import { describeGuardAttacks } from "../resource/attacks_testkit.ts";
import {
  describeAccess,
  type GuardHost,
  toSession,
  userHeader,
} from "../resource/guard_testkit.ts";

afterEach(endTest);

const host: GuardHost = ({ options, rules }) => {
  const api = protect({
    ...options,
    session: ({ request }) => toSession(request.headers.get(userHeader)),
  });
  const endpoint = {
    onRequest: [
      api.require(rules),
      (ev: Parameters<ReturnType<typeof api.require>>[0]) => {
        throw ev.send(new Response(describeAccess(api.access(ev))));
      },
    ],
  };
  const { fetch } = qwik({
    plugin: { onRequest: api.onRequest },
    routes: { "/mcp/files": [endpoint] },
    // Endpoints of an API have no forms of this site.
    checkOrigin: false,
  })({ config: { secret: createTestSecret(), providers: [] } } as never);
  return fetch;
};

describeGuardAttacks("Qwik City", host);
