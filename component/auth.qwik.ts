/**
 * What the optimizer of Qwik has to see: on its way to the browser it takes the
 * bodies of loaders, actions and validators out, and all that only they use.
 *
 * @module
 */

import { implicit$FirstArg, isServer, type QRL } from "@builder.io/qwik";
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
  const onRequest = async (ev: RequestEventCommon): Promise<void> => {
    if (isServer) await serve(toEvent(ev), qrl);
  };
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

/** TODO */
export const ComponentAuth$: ComponentAuthConstructor = /* @__PURE__ */
  implicit$FirstArg(ComponentAuthQrl) as unknown as ComponentAuthConstructor;

/** TODO */
export const routeAuth$: ComponentAuthConstructor = /* @__PURE__ */
  implicit$FirstArg(routeAuthQrl) as unknown as ComponentAuthConstructor;

function toEvent(ev: RequestEventCommon): ComponentEvent {
  return ev as unknown as ComponentEvent;
}
