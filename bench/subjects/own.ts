import { createAuth } from "@latchkey/auth";
import { beginByForm, type RelyingParty } from "./relying_party.ts";
import type { Registration } from "./sketch.ts";
import { origin, secret } from "./subject.ts";

const sessionCookie = "__Host-latchkey.session";

/** Creates an application of this library for a provider elsewhere. */
export function createOwn(registration: Registration): RelyingParty {
  const provider = {
    id: "op",
    name: "Test Provider",
    type: "oidc",
    ...registration,
  } as const;
  const auth = createAuth({ origin, secret, providers: [provider] });
  return { handler: auth.handler, begin: beginByForm, sessionCookie };
}
