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
  isServer,
  type QRL,
  useOnDocument,
} from "@builder.io/qwik";
import {
  type Action,
  globalAction$,
  type Loader,
  type RequestEventCommon,
  routeLoader$,
  validator$,
} from "@builder.io/qwik-city";
import type { Awaitable } from "../core/model.ts";
import type { SessionOf } from "../core/web.ts";
import { type ActionEvent, signIn, signOut } from "./actions.ts";
import {
  readSignIn,
  readSignOut,
  type SignInFields,
  type SignOutFields,
} from "./fields.ts";
import { assertNotPublished, type Platform } from "./published.ts";
import { serve } from "./serve.ts";
import { getSession } from "./session.ts";
import type {
  ComponentAuthConfig,
  ComponentEvent,
  SignInInput,
  SignInResult,
  SignOutInput,
  SignOutResult,
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
}

/** A function that gives the configuration for a request. */
export type ComponentAuthFunction<C extends ComponentAuthConfig> = (
  ev: RequestEventCommon,
) => Awaitable<C>;

/** {@link ComponentAuth$}, as the optimizer calls it. */
export function ComponentAuthQrl<const C extends ComponentAuthConfig>(
  qrl: QRL<ComponentAuthFunction<C>>,
): ComponentAuth<SessionOf<C>> {
  const useSession = routeLoader$(async (ev) =>
    (await getSession(toEvent(ev), qrl)).data
  );
  const useSignIn = globalAction$(
    (fields, ev) =>
      signIn(
        toEvent(ev) as ActionEvent,
        qrl,
        fields as unknown as SignInFields,
      ),
    validator$((_ev, data) => readSignIn(data)),
  );
  const useSignOut = globalAction$(
    (fields, ev) =>
      signOut(
        toEvent(ev) as ActionEvent,
        qrl,
        fields as unknown as SignOutFields,
      ),
    validator$((_ev, data) => readSignOut(data)),
  );
  const onRequest = async (ev: RequestEventCommon): Promise<void> => {
    // A constant in the browser's build, which is rid of all that follows.
    if (!isServer) return;
    await serve(toEvent(ev), qrl, {
      actions: [useSignIn, useSignOut].map(toId),
      check: () => assertNotPublished(qrl, getPlatform() as Platform),
    });
  };
  // What Qwik's own types say of actions with a validator of this kind is less.
  return {
    onRequest,
    useSession,
    useSignIn,
    useSignOut,
  } as unknown as ComponentAuth<SessionOf<C>>;
}

/** {@link routeAuth$}, as the optimizer calls it. */
export const routeAuthQrl: typeof ComponentAuthQrl = ComponentAuthQrl;

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
 * - `useSignIn` and `useSignOut` are form actions, and work without JavaScript.
 *   A refusal comes back as `failed`, with `formErrors` and `fieldErrors`.
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

/**
 * Does nothing: its answer brings the data of the page along, and, unlike that of
 * a navigation, it never comes from what Qwik City has fetched in advance.
 */
const useRefresh = globalAction$(() => ({}));

/**
 * Asks for the data of the page again when somebody comes back to its tab: who
 * has signed out in another one is signed out here. To be called in a layout.
 */
export function useSessionRefresh(): void {
  const refresh = useRefresh();
  useOnDocument(
    "visibilitychange",
    $(async () => {
      if (visibleDocument().visibilityState === "visible") {
        await refresh.submit();
      }
    }),
  );
}

/** The library is checked for servers, where there is no document. */
function visibleDocument(): { readonly visibilityState: string } {
  return (globalThis as unknown as {
    document: { visibilityState: string };
  }).document;
}

function toEvent(ev: RequestEventCommon): ComponentEvent {
  return ev as unknown as ComponentEvent;
}

/** Qwik City names its actions by an id in the URL. */
function toId(action: unknown): string {
  return (action as { __id: string }).__id;
}
