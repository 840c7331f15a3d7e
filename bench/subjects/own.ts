import { createAuth } from "@latchkey/auth";
import { beginByForm, type RelyingParty } from "./relying_party.ts";
import type { Registration } from "./sketch.ts";
import { origin, secret } from "./subject.ts";

const sessionCookie = "__Host-latchkey.session";

/** Configures this library for a provider elsewhere. */
export function toOptions(registration: Registration) {
  const provider = {
    id: "op",
    name: "Test Provider",
    type: "oidc",
    ...registration,
  } as const;
  return { origin, secret, providers: [provider] };
}

/** Creates an application of this library for a provider elsewhere. */
export function createOwn(registration: Registration): RelyingParty {
  const auth = createAuth(toOptions(registration));
  return { handler: auth.handler, begin: beginByForm, sessionCookie };
}
