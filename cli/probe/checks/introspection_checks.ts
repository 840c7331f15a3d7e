/**
 * Checks of a server that asks the issuer about tokens (RFC 7662).
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import type { Authority } from "../authority.ts";
import { CannotTry } from "../cannot_try.ts";
import type { Check } from "../check.ts";
import { isLetIn, type Probe } from "../probe.ts";
import type { Members } from "../tokens.ts";

/** Opaque tokens, which the server can only ask about. */
interface OpaqueTokens {
  /** Makes a token that the issuer calls active. */
  make(changes?: Members): string;
  readonly introspection: Authority["introspection"];
}

/** Sends an opaque token that is active; throws if it does not get in. */
function findOpaque(probe: Probe): Promise<OpaqueTokens> {
  return probe.once("opaque", async () => {
    const { authority, target, now } = probe;
    if (authority === null) {
      throw new CannotTry(
        "This needs the introspection endpoint of the issuer.",
      );
    }
    const { introspection, issuer } = authority;
    const make = (changes: Members = {}) => {
      const token = `opaque-${randomUUID()}`;
      const seconds = Math.floor(now() / 1000);
      introspection.set(token, {
        iss: issuer,
        sub: "probe-user",
        aud: target.audience,
        client_id: "probe-client",
        token_type: "Bearer",
        scope: target.scopes.join(" "),
        iat: seconds,
        exp: seconds + 3600,
        ...changes,
      });
      return token;
    };
    const exchange = await probe.knock({ token: make() });
    if (isLetIn(exchange)) return { make, introspection };
    throw new CannotTry("The server does not ask the issuer about tokens.");
  });
}

/** Checks of a server that asks the issuer about tokens. */
export const introspectionChecks: readonly Check[] = [
  {
    id: "introspection.inactive",
    title: "a token that the issuer does not know is refused",
    rule: "RFC 7662, section 2.2",
    level: "must",
    mend: "Let in only what is `active: true`.",
    run: async (probe) => {
      await findOpaque(probe);
      const token = `opaque-${randomUUID()}`;
      const exchange = await probe.knock({ token, note: "not active" });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "introspection.audience",
    title: "an active token for another API is refused",
    rule: "RFC 7662, section 4; RFC 8707, section 2",
    level: "must",
    mend: "Compare `aud` of the answer, as for a JWT.",
    run: async (probe) => {
      const { make } = await findOpaque(probe);
      const token = make({ aud: "https://other-api.probe.example" });
      const note = "active, with another aud";
      const exchange = await probe.knock({ token, note });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "introspection.expired",
    title: "an active token whose `exp` has passed is refused",
    rule: "RFC 7662, section 4",
    level: "should",
    mend: "Compare `exp` of the answer with the time.",
    run: async (probe) => {
      const { make } = await findOpaque(probe);
      const token = make({ exp: Math.floor(probe.now() / 1000) - 600 });
      const note = "active, with an exp that has passed";
      const exchange = await probe.knock({ token, note });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "introspection.revoked",
    title: "a token of a user who was revoked is refused with the next request",
    rule: "RFC 7662, section 4; RFC 7009, section 2",
    level: "should",
    mend:
      "Cache answers for a few seconds at most, or not at all where it matters.",
    run: async (probe) => {
      const { make, introspection } = await findOpaque(probe);
      const token = make();
      const before = await probe.knock({ token });
      if (!isLetIn(before)) return null;
      introspection.delete(token);
      const note = "revoked after it got in";
      const exchange = await probe.knock({ token, note });
      return isLetIn(exchange) ? exchange : null;
    },
  },
];
