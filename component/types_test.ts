import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type {
  ComponentAuth,
  ComponentAuthConfig,
  GetSessionResult,
  Session,
  SignInInput,
  SignInResult,
  SignOutResult,
} from "@latchkey/auth/component";
import type { JWT } from "@latchkey/auth";
import type { Loader, RequestHandler } from "@builder.io/qwik-city";
import { entry } from "./qwik_testkit.ts";

const { globalAction$, routeLoader$, server$ } = await import(
  "@builder.io/qwik-city"
);

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends
  (<T>() => T extends B ? 1 : 2) ? true : false;

function assertType<_Holds extends true>(): void {}

/** The value that a component gets from a loader. */
type ValueOf<L> = L extends () => { readonly value: infer V } ? V : never;

/** The result that a component gets from an action. */
type ResultOf<A> = A extends () => { readonly value?: infer V } ? V : never;

describe("types of the component integration", () => {
  it("the types follow the session callback", () => {
    const own = entry.ComponentAuth$(() => ({
      providers: [],
      callbacks: {
        session: ({ session, token }) => ({
          ...session,
          locale: String(token.locale),
        }),
      },
    } satisfies ComponentAuthConfig));
    type Own = ValueOf<typeof own.useSession>;
    assertType<Equal<NonNullable<Own>["locale"], string>>();
    assertType<null extends Own ? true : false>();

    const plain = entry.routeAuth$(() => ({ providers: [] }));
    assertType<Equal<ValueOf<typeof plain.useSession>, Session | null>>();
    assert.notEqual(own.onRequest, plain.onRequest);
  });

  it("with an adapter, the claims may be missing in the session callback", () => {
    // Never called: only the compiler reads it, like an application's code.
    const make = () =>
      entry.ComponentAuth$(() => ({
        providers: [],
        adapter: {},
        callbacks: {
          session: ({ session, token }) => {
            assertType<Equal<typeof token, JWT | undefined>>();
            return { ...session, locale: String(token?.locale) };
          },
        },
      }));
    type Own = ValueOf<ReturnType<typeof make>["useSession"]>;
    assertType<Equal<NonNullable<Own>["locale"], string>>();
    const later = () =>
      entry.ComponentAuth$((ev) =>
        Promise.resolve({
          providers: [],
          callbacks: {
            session: ({ session, token }) => {
              assertType<Equal<typeof token, JWT>>();
              return { ...session, path: ev.url.pathname };
            },
          },
        })
      );
    type Later = ValueOf<ReturnType<typeof later>["useSession"]>;
    assertType<Equal<NonNullable<Later>["path"], string>>();
    assert.equal([make, later].length, 2);
  });

  it("the types fit Qwik City's own events", () => {
    const config = {
      providers: [],
      callbacks: { session: ({ session }) => ({ ...session, locale: "de" }) },
    } satisfies ComponentAuthConfig;
    // Never called: only the compiler reads them, like an application's code.
    const useLoader = (): Loader<string | null> =>
      routeLoader$(async (ev) => {
        const { data } = await entry.getSession(ev, config);
        assertType<Equal<NonNullable<typeof data>["locale"], string>>();
        return data?.locale ?? null;
      });
    const ask = () =>
      server$(async function () {
        const { data } = await entry.getSession(this, () => config);
        return data?.locale ?? null;
      });
    const useAction = () =>
      globalAction$(async (_fields, ev) => {
        const { data } = await entry.getSession(ev, config);
        return { locale: data?.locale ?? null };
      });
    const guard: RequestHandler = entry.requireSession();
    const shared = entry.ComponentAuth$((ev) => {
      entry.setEnvDefaults(ev.env, config);
      return config;
    });
    const onRequest: RequestHandler = shared.onRequest;
    assert.ok([useLoader, ask, useAction, guard, onRequest].every(Boolean));
  });

  it("the types say what actions take and return", () => {
    type Auth = ComponentAuth<Session>;
    type In = ResultOf<Auth["useSignIn"]>;
    type Out = ResultOf<Auth["useSignOut"]>;
    assertType<Equal<In, SignInResult | undefined>>();
    assertType<Equal<Out, SignOutResult | undefined>>();
    type Errors = NonNullable<SignInResult["fieldErrors"]>;
    assertType<Equal<keyof Errors, keyof SignInInput>>();
    assertType<Equal<Errors["options"], string[] | undefined>>();
    assertType<Equal<SignInResult["formErrors"], string[] | undefined>>();
    assertType<Equal<SignInInput["providerId"], string>>();
    assertType<Equal<GetSessionResult["data"], Session | null>>();
  });

  it("the results of the forms of passwords name the fields that can be wrong", () => {
    const {
      useSignUp,
      useNewPassword,
      useChangePassword,
      useFactors,
      useReset,
    } = entry.routeAuth$(() => ({ providers: [] }));
    type SignUpErrors = NonNullable<
      ResultOf<typeof useSignUp>
    >["fieldErrors"];
    assertType<
      Equal<
        NonNullable<SignUpErrors>["options.name"],
        string[] | undefined
      >
    >();
    assertType<
      Equal<
        NonNullable<NonNullable<SignUpErrors>["email"]>,
        string[]
      >
    >();
    type Chosen = NonNullable<ResultOf<typeof useNewPassword>>;
    assertType<
      Equal<
        NonNullable<NonNullable<Chosen["fieldErrors"]>["password"]>,
        string[]
      >
    >();
    type Factors = NonNullable<ResultOf<typeof useFactors>>;
    assertType<
      Equal<Factors["recoveryCodes"], readonly string[] | undefined>
    >();
    type Change = NonNullable<ResultOf<typeof useChangePassword>>;
    assertType<
      Equal<
        NonNullable<NonNullable<Change["fieldErrors"]>["current"]>,
        string[]
      >
    >();
    assert.equal(typeof useReset, "function");
  });
});
