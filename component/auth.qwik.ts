/**
 * What the optimizer of Qwik has to see: on its way to the browser it takes the
 * bodies of loaders, actions and validators out, and all that only they use.
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
  type Action,
  globalAction$,
  type Loader,
  type RequestEventCommon,
  routeLoader$,
  server$,
  validator$,
} from "@builder.io/qwik-city";
import type { Awaitable, Session } from "../core/model/model.ts";
import type { SessionOf } from "../core/pipeline/host/web.ts";
import { type ActionEvent, signIn, signOut, verifyEmail } from "./actions.ts";
import {
  readSignIn,
  readTarget,
  type SignInFields,
  type TargetFields,
} from "./fields.ts";
import { assertKept, assertNotPublished, type Platform } from "./published.ts";
import { serve } from "./serve.ts";
import { findSource, getSession } from "./session.ts";
import type {
  ComponentAuthConfig,
  ComponentEvent,
  SignInInput,
  SignInResult,
  SignOutInput,
  SignOutResult,
  VerifyEmailInput,
  VerifyEmailResult,
} from "./types.ts";

/** What {@link ComponentAuth$} gives, to be exported from a route plugin. */
export interface ComponentAuth<S> {
  /** Serves the auth routes, and makes the session known to the rest. */
  readonly onRequest: (ev: RequestEventCommon) => Promise<void>;
  /** Loader: the session, or null. */
  readonly useSession: Loader<S | null>;
  /** Form action: signs in with any provider. */
  readonly useSignIn: Action<SignInResult, SignInInput, false>;
  /** Form action: signs out. */
  readonly useSignOut: Action<SignOutResult, SignOutInput, true>;
  /** Form action: sends a mail that verifies the current user's address. */
  readonly useVerifyEmail: Action<
    VerifyEmailResult,
    VerifyEmailInput,
    true
  >;
}

/** A function that gives the configuration for a request. */
export type ComponentAuthFunction<C extends ComponentAuthConfig> = (
  ev: RequestEventCommon,
) => Awaitable<C>;

/**
 * One loader for whoever asks: a build knows it by the place where it stands.
 * Whose configuration counts says the route plugin of the request.
 */
const useSession = routeLoader$(async (ev) =>
  (await getSession(ev, findSource(ev, "useSession()"))).data
);

/** {@link ComponentAuth$}, as the optimizer calls it. */
export function ComponentAuthQrl<const C extends ComponentAuthConfig>(
  qrl: QRL<ComponentAuthFunction<C>>,
): ComponentAuth<SessionOf<C>> {
  if (isServer) assertKept(qrl, isDev);
  return routeAuthQrl(qrl);
}

/** {@link routeAuth$}, as the optimizer calls it. */
export function routeAuthQrl<const C extends ComponentAuthConfig>(
  qrl: QRL<ComponentAuthFunction<C>>,
): ComponentAuth<SessionOf<C>> {
  const source = toSource(qrl);
  const useSignIn = globalAction$(
    (fields, ev) =>
      signIn(
        toEvent(ev) as ActionEvent,
        source,
        fields as unknown as SignInFields,
      ),
    validator$((_ev, data) => readSignIn(data)),
  );
  const useSignOut = globalAction$(
    (fields, ev) =>
      signOut(
        toEvent(ev) as ActionEvent,
        source,
        fields as unknown as TargetFields,
      ),
    validator$((_ev, data) => readTarget(data)),
  );
  const useVerifyEmail = globalAction$(
    (fields, ev) =>
      verifyEmail(
        toEvent(ev) as ActionEvent,
        source,
        fields as unknown as TargetFields,
      ),
    validator$((_ev, data) => readTarget(data)),
  );
  const onRequest = async (ev: RequestEventCommon): Promise<void> => {
    // A constant in the browser's build, which is rid of all that follows.
    if (!isServer) return;
    await serve(toEvent(ev), source, {
      actions: [useSignIn, useSignOut, useVerifyEmail].map(toId),
      signIn: toId(useSignIn),
      check: () => assertNotPublished(qrl, getPlatform() as Platform),
    });
  };
  // What Qwik's own types say of actions with a validator of this kind is less.
  return {
    onRequest,
    useSession,
    useSignIn,
    useSignOut,
    useVerifyEmail,
  } as unknown as ComponentAuth<SessionOf<C>>;
}

/**
 * The function of the application. Qwik's own stands for it with no parameter,
 * whatever it declares; by the time that the core looks, it has been called.
 */
function toSource<C>(
  qrl: QRL<(ev: RequestEventCommon) => Awaitable<C>>,
): (ev: RequestEventCommon) => Promise<C> {
  const source = (ev: RequestEventCommon) => qrl(ev) as Promise<C>;
  // The actions capture it. In development Qwik refuses a plain function there, as it could not be
  // sent to a browser; these actions run on the server only.
  noSerialize(source);
  const resolved = () => qrl.resolved as { length: number } | undefined;
  return Object.defineProperties(source, {
    length: { get: () => resolved()?.length ?? 1 },
    toString: { value: () => String(resolved()) },
  });
}

/** The types of {@link ComponentAuth$} and {@link routeAuth$}. */
export type ComponentAuthConstructor = <const C extends ComponentAuthConfig>(
  config: ComponentAuthFunction<C>,
) => ComponentAuth<SessionOf<C>>;

/**
 * Signs people in to a Qwik City application. To be exported from a route
 * plugin; the plugin `latchkey()` of `@latchkey/auth/component/vite` in
 * `vite.config.ts` keeps what is written here out of the browser's files.
 *
 * - `onRequest` serves the auth routes below `basePath` (default `/auth`),
 *   whose forms it protects by itself, and puts the session of everybody else
 *   into `sharedMap` under `session`. Who sends no cookie costs nothing.
 * - `useSession` is a loader: what the `session` callback returned, or null.
 * - `useSignIn`, `useSignOut` and `useVerifyEmail` are form actions, and work
 *   without JavaScript. A refusal comes back as `failed`, with `formErrors` and `fieldErrors`.
 *
 * @param config a function of the request that gives the configuration
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
 * The same as {@link ComponentAuth$}, under a name by which Qwik knows that the
 * function belongs to the server: it needs no plugin for that.
 */
export const routeAuth$: ComponentAuthConstructor =
  /* @__PURE__ */ implicit$FirstArg(
    routeAuthQrl,
  ) as unknown as ComponentAuthConstructor;

/** Whose session it is now. A `server$` function: no handler of the page runs for it. */
const askWho = server$(async function () {
  const { data } = await getSession(this, findSource(this, "askWho()"));
  return { who: toWho(data) };
});

/**
 * Loads the page again when somebody comes back to its tab whose session is
 * another by now: who has signed out in another tab is signed out here. Pages
 * without a session ask nothing. To be called in a layout.
 */
export function useSessionRefresh(): void {
  const session = useSession();
  useOnDocument(
    "visibilitychange",
    $(async () => {
      const { document, location } = globalThis as unknown as Browser;
      const known = session.value;
      if (known === null || document.visibilityState !== "visible") return;
      // Somebody who is offline, or has the page of an older release, stays as they are.
      const answer = await askWho().catch(() => null);
      const who: unknown = answer?.who;
      if (typeof who === "string" && who !== toWho(known)) location.reload();
    }),
  );
}

/** What both sides can compare; when a session ends changes with each renewal. */
export function toWho(session: Session | null): string {
  return JSON.stringify(session?.user ?? null);
}

/** The library is checked for servers, where there is no page. */
interface Browser {
  readonly document: { readonly visibilityState: string };
  readonly location: { reload(): void };
}

function toEvent(ev: RequestEventCommon): ComponentEvent {
  return ev as unknown as ComponentEvent;
}

/** Qwik City names its actions by an id in the URL. */
function toId(action: unknown): string {
  return (action as { __id: string }).__id;
}
