import type { Choices } from "./choices.ts";

const LOAD = `const { app } = await import("./app.ts");
const { auth } = await import("./auth.ts");`;

/**
 * Renders the test of a new application.
 *
 * @param imports what it imports besides `node:test` and the application
 * @param load how it loads the application, and `auth`
 * @param ask an expression that sends `GET /private`, with `init` or without
 */
export function renderTest(
  { database }: Choices,
  { imports, load = LOAD, ask, status = "status" }: {
    readonly imports: string;
    readonly load?: string;
    readonly ask: (init: string) => string;
    /** The property of the answer that has the status. */
    readonly status?: string;
  },
): string {
  const file = database === "sqlite"
    ? `process.env.DATABASE_FILE = ":memory:";\n`
    : "";
  return `import assert from "node:assert/strict";
${imports}

process.env.AUTH_SECRET = createTestSecret();
${file}${load}

test("strangers do not see the private page", async () => {
  const response = await ${ask("")};
  assert.equal(response.${status}, 401);
});

test("people who are signed in see it", async () => {
  const user = { name: "Ada Lovelace", email: "ada@example.com" };
  const { headers } = await signInAs(auth, { user });
  const response = await ${ask("{ headers }")};
  assert.equal(response.${status}, 200);
});
`;
}
