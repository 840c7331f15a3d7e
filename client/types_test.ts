import assert from "node:assert/strict";
import { it } from "node:test";
import { createAuth, type Session } from "@latchkey/auth";
import { createClient } from "@latchkey/auth/client";
import { useSession } from "@latchkey/auth/client/svelte";
import { ServerAuth } from "@latchkey/auth/server";

const secret = "a random text of at least 32 characters";

/** Two types that are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends
  (<T>() => T extends B ? 1 : 2) ? true : false;

/** The session of a client. */
type Of<C extends { session(): Promise<unknown> }> = NonNullable<
  Awaited<ReturnType<C["session"]>>
>;

it("the session of a client has the type of the server's", () => {
  const callbacks = {
    session: () => ({
      user: { id: "1", since: new Date(0) },
      role: "staff",
      expires: "",
    }),
  };
  const config = { secret, providers: [], callbacks } as const;
  const auth = createAuth(config);
  const app = ServerAuth(config);
  const plain = createAuth({ secret, providers: [] });
  const [web, express, usual, unknown] = [
    createClient<typeof auth>(),
    createClient<typeof app>(),
    createClient<typeof plain>(),
    createClient(),
  ];
  interface Shown {
    user: { id: string; since: string };
    role: string;
    expires: string;
  }
  const same: [
    Same<Of<typeof web>, Shown>,
    Same<Of<typeof express>, Shown>,
    Same<Of<typeof usual>["user"], Session["user"]>,
    Same<Of<typeof unknown>["expires"], string>,
  ] = [true, true, true, true];
  assert.equal(same.length, 4);
  // Those of the integrations to come have `getSession`, with or without headers.
  interface Host {
    getSession(request: Request): Promise<{ role: "staff" } | null>;
  }
  interface Headed {
    getSession(
      request: Request,
    ): Promise<{ session: { role: "staff" } | null; headers: Headers }>;
  }
  const hosts = [createClient<Host>(), createClient<Headed>()] as const;
  const roles: [
    Same<Of<typeof hosts[0]>, { role: "staff" }>,
    Same<Of<typeof hosts[1]>, { role: "staff" }>,
  ] = [true, true];
  assert.equal(roles.length, 2);
  useSession(web).subscribe(({ session }) => {
    const role: string | undefined = session?.role;
    assert.equal(role, undefined);
  })();
});

it("options of a sign-in are checked", () => {
  const { signIn, connect } = createClient();
  const calls = () => [
    signIn(),
    signIn("github", { redirectTo: "/" }),
    signIn("password", { email: "ada@example.com", password: "p" }),
    signIn("passkey", { autofill: true }),
    connect("google", { scope: ["calendar"], account: "1" }),
    // @ts-expect-error -- fields are texts
    signIn("password", { email: 1 }),
    // @ts-expect-error -- there is no such option
    connect("google", { scopes: "calendar" }),
  ];
  assert.equal(typeof calls, "function");
});
