import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { hashPassword } from "@latchkey/auth/password";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Password } from "@latchkey/auth/providers/password";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  createApp,
  readCsrfToken,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
import { useQuickScrypt } from "../credentials/compute_once_testkit.ts";

afterEach(endTest);

const password = "correct horse battery staple";

async function createMember(
  { emailVerified = new Date() as Date | null } = {},
) {
  useQuickScrypt();
  const adapter = createMemoryAdapter();
  const app = await createApp({
    config: { adapter },
    toProviders: () => [
      Password({
        mail: Nodemailer({
          from: "app@app.example",
          sendMail: () => {},
        }),
      }),
    ],
  });
  const user = await adapter.createUser({
    id: "u1",
    name: "Ada",
    email: "ada@example.com",
    emailVerified,
  });
  await adapter.replaceSecret({
    userId: user.id,
    kind: "password",
    before: null,
    after: await hashPassword(password, { cost: 14 }),
  });
  return { adapter, app };
}

type Member = Awaited<ReturnType<typeof createMember>>;

async function signIn({ app }: Member, fields: Record<string, string>) {
  const browser = app.createBrowser();
  const csrfToken = await readCsrfToken(browser);
  const answer = await browser.fetch(`${site}/auth/callback/password`, {
    method: "POST",
    headers: { origin: site },
    body: new URLSearchParams({ csrfToken, ...fields }),
    redirect: "manual",
  });
  return { browser, answer };
}

describe("signing in with a stored password", () => {
  it("the address and the password sign the user in, and the session says how", async () => {
    const member = await createMember();
    const email = " ADA@example.com ";
    const { browser } = await signIn(member, { email, password });
    const session = await readSession(browser);
    assert.equal(session?.user?.id, "u1");
    assert.deepEqual(session?.authentication?.amr, ["pwd"]);
  });

  it("a wrong password, an unknown address and an unproved one are refused alike [ASVS-6.3.8]", async () => {
    const cases = [
      [await createMember(), { email: "ada@example.com", password: "wrong" }],
      [await createMember(), { email: "eve@example.com", password }],
      [await createMember(), { email: "nobody", password }],
      [await createMember(), { email: "ada@example.com", password: "" }],
      [
        await createMember({ emailVerified: null }),
        { email: "ada@example.com", password },
      ],
    ] as const;
    for (const [member, fields] of cases) {
      const { browser, answer } = await signIn(member, fields);
      assert.match(
        answer.headers.get("location") ?? "",
        /\/signin\?.*error=CredentialsSignin/,
      );
      assert.equal(await readSession(browser), null);
    }
  });
});
