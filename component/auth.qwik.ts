/**
 * The code that Qwik's optimizer has to see: in the browser's build it removes
 * the bodies of loaders, actions and validators, and everything that only they
 * use.
 *
 * @module
 */

import {
  $,
  getPlatform,
  implicit$FirstArg,
  isDev,
  isServer,
  noSerialize,
  type QRL,
  useOnDocument,
} from "@builder.io/qwik";
import {
  globalAction$,
  type RequestEventCommon,
  routeLoader$,
  server$,
  validator$,
} from "@builder.io/qwik-city";
import type { Awaitable } from "../core/model/model.ts";
import type { SessionOf } from "../core/pipeline/host/auth_instance.ts";
import { connect, signIn, signOut, verifyEmail } from "./actions.ts";
import {
  changeFactors,
  changePassword,
  choosePassword,
  reset,
  signUp,
} from "./password_actions.ts";
import {
  readFactors,
  readNewPassword,
  readPassword,
  readReset,
  readSignUp,
} from "./password_fields.ts";
import { readConnect, readSignIn, readSignOut, readTarget } from "./fields.ts";
import { assertKept, assertNotPublished, type Platform } from "./published.ts";
import { serve, toId } from "./serve.ts";
import { findSource, getSession } from "./session.ts";
import { toWho } from "./who.ts";
import type {
  ComponentAuth,
  ComponentAuthConstructor,
  ComponentAuthFunction,
} from "./auth_types.ts";
import type { ComponentAuthConfig, ComponentAuthSource } from "./types.ts";

/**
 * The one loader for every call: a build identifies it by its place in the
 * source. The route plugin of the request decides which configuration applies.
 */
const useSession = routeLoader$(async (ev) =>
  (await getSession(ev, findSource(ev, "useSession()"))).data
);

/** The form of {@link ComponentAuth$} that the optimizer calls. */
export function ComponentAuthQrl<const C extends ComponentAuthConfig>(
  qrl: QRL<ComponentAuthFunction<C>>,
): ComponentAuth<SessionOf<C>> {
  if (isServer) assertKept(qrl, isDev);
  return routeAuthQrl(qrl);
}

/** The form of {@link routeAuth$} that the optimizer calls. */
export function routeAuthQrl<const C extends ComponentAuthConfig>(
  qrl: QRL<ComponentAuthFunction<C>>,
): ComponentAuth<SessionOf<C>> {
  const source = toSource(qrl);
  const useSignIn = globalAction$(
    (fields, ev) => signIn(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readSignIn(data)),
  );
  const useSignOut = globalAction$(
    (fields, ev) => signOut(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readSignOut(data)),
  );
  const useVerifyEmail = globalAction$(
    (fields, ev) => verifyEmail(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readTarget(data)),
  );
  const useConnect = globalAction$(
    (fields, ev) => connect(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readConnect(data)),
  );
  const own = toPasswordActions(source);
  const actions = { useSignIn, useSignOut, useVerifyEmail, useConnect, ...own };
  const onRequest = async (ev: RequestEventCommon): Promise<void> => {
    // A constant in the browser's build, which drops all that follows.
    if (!isServer) return;
    await serve(cast(ev), source, {
      actions: Object.values(actions).map(toId),
      entrances: [useSignIn, own.useSignUp, own.useReset, own.useNewPassword]
        .map(toId),
      check: () => assertNotPublished(qrl, getPlatform() as Platform),
    });
  };
  return cast({ onRequest, useSession, ...actions });
}

/** The form actions of users whose passwords the adapter stores. */
function toPasswordActions(source: ComponentAuthSource) {
  const useSignUp = globalAction$(
    (fields, ev) => signUp(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readSignUp(data)),
  );
  const useReset = globalAction$(
    (fields, ev) => reset(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readReset(data)),
  );
  const useNewPassword = globalAction$(
    (fields, ev) => choosePassword(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readNewPassword(data)),
  );
  const useChangePassword = globalAction$(
    (fields, ev) => changePassword(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readPassword(data)),
  );
  const useFactors = globalAction$(
    (fields, ev) => changeFactors(cast(ev), source, cast(fields)),
    validator$((_ev, data) => readFactors(data)),
  );
  return {
    useSignUp,
    useReset,
    useNewPassword,
    useChangePassword,
    useFactors,
  };
}

/**
 * Wraps the application's function. A QRL has no parameters whatever the function
 * declares, so the core sees the resolved function's `length` and source text;
 * it has been called, and so resolved, by the time the core looks.
 */
function toSource<C>(
  qrl: QRL<(ev: RequestEventCommon) => Awaitable<C>>,
): (ev: RequestEventCommon) => Promise<C> {
  const source = (ev: RequestEventCommon) => qrl(ev) as Promise<C>;
  // The actions capture it. In development Qwik refuses to capture a plain
  // function, because it could not be sent to a browser; these actions run on
  // the server only.
  noSerialize(source);
  const resolved = () => qrl.resolved as { length: number } | undefined;
  return Object.defineProperties(source, {
    length: { get: () => resolved()?.length ?? 1 },
    toString: { value: () => String(resolved()) },
  });
}

/**
 * Adds sign-in to a Qwik City application. Export its result from a route
 * plugin; the plugin `latchkey()` of `@latchkey/auth/component/vite` in
 * `vite.config.ts` keeps the configuration out of the browser's files.
 *
 * - `onRequest` serves the auth routes below `basePath` (default `/auth`),
 *   whose forms it protects by itself. For all other requests it puts the
 *   session into `sharedMap` under `session`. Requests without cookies cost
 *   nothing.
 * - `useSession` is a loader: the result of the `session` callback, or null.
 * - `useSignIn`, `useSignOut`, `useVerifyEmail`, `useConnect`, and with the
 *   provider `Password` also `useSignUp`, `useReset`, `useNewPassword`,
 *   `useChangePassword` and `useFactors`, are form actions, and work without
 *   JavaScript. A refused form comes back with `failed`, `formErrors` and
 *   `fieldErrors`.
 *
 * @param config a function of the request that returns the configuration
 *
 * @example
 * ```ts
 * // src/routes/plugin@auth.ts
 * import { ComponentAuth$, type ComponentAuthConfig } from "@latchkey/auth/component";
 *
 * export const { onRequest, useSession, useSignIn, useSignOut } = ComponentAuth$(
 *   () => ({
 *     providers: [{
 *       id: "work",
 *       name: "Work",
 *       type: "oidc",
 *       issuer: "https://login.example.com",
 *     }],
 *   } satisfies ComponentAuthConfig),
 * );
 * ```
 */
export const ComponentAuth$: ComponentAuthConstructor =
  /* @__PURE__ */ implicit$FirstArg(
    ComponentAuthQrl,
  ) as unknown as ComponentAuthConstructor;

/**
 * The same as {@link ComponentAuth$}, under a name that Qwik recognises as
 * server-only: it needs no Vite plugin.
 */
export const routeAuth$: ComponentAuthConstructor =
  /* @__PURE__ */ implicit$FirstArg(
    routeAuthQrl,
  ) as unknown as ComponentAuthConstructor;

/**
 * Returns a value that identifies the current session. A `server$` function: no
 * handler of the page runs for it.
 */
const askWho = server$(async function () {
  const { data } = await getSession(this, findSource(this, "askWho()"));
  return { who: toWho(data) };
});

/**
 * Reloads the page when its tab becomes visible again and the session has
 * changed, so that signing out in one tab shows in the others. Pages without a
 * session send no request. Call it in a layout.
 */
export function useSessionRefresh(): void {
  const session = useSession();
  useOnDocument(
    "visibilitychange",
    $(async () => {
      const { document, location } = globalThis as unknown as Browser;
      const known = session.value;
      if (known === null || document.visibilityState !== "visible") return;
      // Offline, or with the page of an older release, the page stays as it is.
      const answer = await askWho().catch(() => null);
      const who: unknown = answer?.who;
      if (typeof who === "string" && who !== toWho(known)) location.reload();
    }),
  );
}

/** The library is type-checked for servers, which have no `document`. */
interface Browser {
  readonly document: { readonly visibilityState: string };
  readonly location: { reload(): void };
}

/**
 * Qwik City's own types of events, and of fields that a validator has read, are
 * less precise.
 */
function cast<T>(value: unknown): T {
  return value as T;
}
