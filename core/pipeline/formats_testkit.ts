/**
 * For tests only: a request at the time of the corpus of formats, to a site with
 * the secret of that corpus.
 *
 * @module
 */

import "../runtime/test_mode_testkit.ts";
import { resolveSettings } from "../config/resolve_settings.ts";
import {
  createSessionContext,
  type SessionContext,
} from "../request/context.ts";
import { readHead } from "../request/request_head.ts";

/** The time at which the corpus was made. */
export const NOW: number = Date.UTC(2026, 10, 28, 12);
/** The secret that it was made with. */
export const SECRET = "the secret of the corpus, which nobody else uses";
/** The ids of its attempts. */
export const ATTEMPT = "0mj5abcdeAAAAAAAAAAAA";
export const MAIL = "0mj5abcdeBBBBBBBBBBBB";
/** The sign-in whose logout hints it has. */
export const SIGN_IN = {
  ...{ provider: "op", at: NOW / 1000, iss: "https://op.example" },
  ...{ sub: "ada", sid: "op-session", iat: NOW / 1000 },
};
/** The account whose tokens it has. */
export const OWNER = {
  ...{ userId: "user-1", provider: "op", providerAccountId: "ada" },
};

/** Creates a context for a request with these cookies. */
export function createCorpusContext(
  cookies: Readonly<Record<string, string>>,
  secret: string | string[] = SECRET,
): SessionContext {
  const settings = resolveSettings({
    secret,
    providers: [{
      ...{ id: "op", type: "oidc", issuer: "https://op.example" },
      ...{ clientId: "client", clientSecret: "client secret" },
    }],
  }, (name) => name === "AUTH_URL" ? "https://app.example/auth" : undefined);
  const header = Object.entries(cookies)
    .map(([name, value]) => `__Host-latchkey.${name}=${value}`).join("; ");
  const head = readHead({
    origin: () => "https://app.example",
    header: (name) => name === "cookie" ? header : null,
  }, settings);
  return createSessionContext(settings, head, NOW);
}
