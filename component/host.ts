import type { Session } from "../core/model/model.ts";
import {
  createHost,
  type HostInstance,
} from "../core/pipeline/host/create_host.ts";
import type { HostFunctions } from "../core/pipeline/host/host_functions.ts";
import type { Host } from "../core/pipeline/host/host_request.ts";
import { forbidCaches, limitCaches, noteShown } from "./caches.ts";
import { toHead, toKey, toPageIncoming } from "./incoming.ts";
import { forgetSecrets } from "./secrets.ts";
import { writeCookies } from "./send.ts";
import { findSource } from "./session.ts";
import type { ComponentAuthSource, ComponentEvent } from "./types.ts";

type QwikHost = HostInstance<
  ComponentEvent,
  Session,
  Readonly<Record<string, unknown>>
>;

/** The library's functions for each configuration. */
const hosts = new WeakMap<object, QwikHost>();

/** Describes Qwik City: its requests, and how its responses take cookies. */
const description: Host<ComponentEvent, void> = {
  toIncoming: toPageIncoming,
  toHead,
  toKey,
  hasBegun: ({ headersSent }) => headersSent === true,
  write: (ev, cookies, isPrivate) => {
    writeCookies(ev, cookies);
    if (isPrivate !== undefined) noteShown(ev);
    if (isPrivate === true) forbidCaches(ev);
    if (isPrivate === false) limitCaches(ev);
  },
};

/** Returns the library's functions for a configuration. */
export function toHost(source: ComponentAuthSource): QwikHost {
  const known = hosts.get(source);
  if (known !== undefined) return known;
  const created: QwikHost = createHost(source, description);
  const host = { ...created, functions: withoutSecrets(created.functions) };
  hosts.set(source, host);
  return host;
}

/** Keeps Qwik City from writing a password into the page of a refused form. */
function withoutSecrets(
  functions: QwikHost["functions"],
): QwikHost["functions"] {
  return {
    ...functions,
    signIn: async (ev, ...rest) => {
      forgetSecrets(ev);
      return await functions.signIn(ev, ...rest);
    },
    submit: async (ev, ...rest) => {
      forgetSecrets(ev);
      return await functions.submit(ev, ...rest);
    },
  };
}

/**
 * Returns the functions for pages of the application: the user's sessions,
 * passkeys, password and second factors, form tokens, changes of the session, and
 * what administrators do with any user. They set cookies in the response by
 * themselves. Use them in loaders, actions, endpoints and `server$` functions.
 *
 * @throws Error if `onRequest` of `ComponentAuth$` did not run before
 *
 * @example
 * ```ts ignore
 * import { getAuth } from "@latchkey/auth/component";
 * import { routeLoader$ } from "@builder.io/qwik-city";
 *
 * export const useDevices = routeLoader$((ev) => getAuth(ev).listSessions(ev));
 * ```
 */
export function getAuth<S = Session, F = Readonly<Record<string, unknown>>>(
  ev: ComponentEvent,
): HostFunctions<ComponentEvent, S, F> {
  const { functions } = toHost(findSource(ev, "getAuth()"));
  // The session callback's own type, which only the compiler knows.
  return functions as HostFunctions<
    ComponentEvent,
    unknown,
    F
  > as HostFunctions<
    ComponentEvent,
    S,
    F
  >;
}
