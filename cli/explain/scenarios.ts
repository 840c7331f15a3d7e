/**
 * What a sign-in can meet, as lines of a test. Together they are the faults of
 * the test provider, and those of browsers and of applications.
 *
 * @module
 */

/** One thing that goes wrong. */
export interface Scenario {
  /** A few words for the comment above it. */
  readonly title: string;
  /** Options of the configuration. */
  readonly config?: string;
  /** The lines before the sign-in. */
  readonly fault?: string;
  /** The lines in place of an ordinary sign-in. */
  readonly act?: string;
  /** Further names that the lines use. */
  readonly uses?: readonly ("createMemoryAdapter" | "mock")[];
}

/** The lines of an ordinary sign-in. */
export const SIGN_IN =
  `const page = await browser.goto(\`\${site}/auth/signin\`);
await browser.submit(page);`;

/** The lines of a sign-in up to the provider's answer, whose URL is \`callback\`. */
const STOP = `const page = await browser.goto(\`\${site}/auth/signin\`);
const { pending: callback = "" } = await browser.submit(page, {
  stopAt: (url) => url.startsWith(\`\${site}/auth/callback/\`),
});`;

const ARRIVE = "await browser.goto(callback, { from: `${op.origin}/` });";

const set = (title: string, place: string, fault: string): Scenario => ({
  title,
  fault: `op.faults.${place} = ${fault};`,
});

const answersWith = (error: string) =>
  set(`The provider refuses: ${error}.`, "authorize", `{ error: "${error}" }`);

const changesCallback = (title: string, change: string) =>
  set(title, "callback", `(params) => ${change}`);

const claims = (title: string, text: string) =>
  set(title, "idToken", `{ claims: ${text} }`);

const signs = (title: string, sign: string) =>
  set(title, "idToken", `{ sign: "${sign}" }`);

/** The scenarios by their id. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "login-required": answersWith("login_required"),
  "invalid-scope": answersWith("invalid_scope"),
  "authorize-invalid-request": answersWith("invalid_request"),
  "unauthorized-client": answersWith("unauthorized_client"),
  "server-error": answersWith("server_error"),
  "temporarily-unavailable": answersWith("temporarily_unavailable"),
  "foreign-state": changesCallback(
    "The answer has the state of another attempt.",
    'params.set("state", "0mj5abcdeAAAAAAAAAAAA.of-somebody-else")',
  ),
  "no-state": changesCallback(
    "The answer has no state.",
    'params.delete("state")',
  ),
  "foreign-iss": changesCallback(
    "The answer is of another issuer.",
    'params.set("iss", "https://other.example")',
  ),
  "no-iss": changesCallback(
    "The answer does not name its issuer.",
    'params.delete("iss")',
  ),
  "no-code": changesCallback(
    "The answer has no code.",
    'params.delete("code")',
  ),
  "two-codes": changesCallback(
    "The answer has two codes.",
    'params.append("code", "another")',
  ),
  "discovery-down": set(
    "The metadata cannot be read.",
    "discovery",
    "{ status: 503 }",
  ),
  "discovery-reset": set(
    "The connection breaks.",
    "discovery",
    "{ reset: true }",
  ),
  "discovery-html": set(
    "The metadata is a page.",
    "discovery",
    '{ body: "<html>", contentType: "text/html" }',
  ),
  "discovery-issuer": set(
    "The metadata names another issuer.",
    "discovery",
    '{ body: (json) => ({ ...json, issuer: "https://other.example" }) }',
  ),
  "token-down": set(
    "The token endpoint is out of order.",
    "token",
    "{ status: 503 }",
  ),
  "token-reset": set("The connection breaks.", "token", "{ reset: true }"),
  "token-redirect": set(
    "The token endpoint redirects.",
    "token",
    '{ redirect: "https://other.example/" }',
  ),
  "invalid-client": set(
    "The provider does not accept the client.",
    "token",
    '{ error: "invalid_client" }',
  ),
  "invalid-grant": set(
    "The provider does not accept the code.",
    "token",
    '{ error: "invalid_grant" }',
  ),
  "token-html": set(
    "The token response is a page.",
    "token",
    '{ body: "<html>", contentType: "text/html" }',
  ),
  "token-broken": set(
    "The token response is cut off.",
    "token",
    '{ body: "{" }',
  ),
  "no-id-token": {
    title: "The token response has no ID token.",
    fault: "op.faults.tokenResponse = ({ id_token: _, ...json }) => json;",
  },
  "token-type": {
    title: "The access token is of another type.",
    fault:
      'op.faults.tokenResponse = (json) => ({ ...json, token_type: "mac" });',
  },
  "foreign-audience": claims(
    "The ID token is for another client.",
    '{ aud: "another client" }',
  ),
  "several-audiences": claims(
    "The ID token is for several clients, and does not say which asked.",
    '({ azp: _, ...all }) => ({ ...all, aud: [all.aud, "another client"] })',
  ),
  "foreign-party": claims(
    "The ID token was made for another client.",
    '{ azp: "another client" }',
  ),
  "foreign-issuer": claims(
    "The ID token is of another issuer.",
    '{ iss: "https://other.example" }',
  ),
  "expired": claims("The ID token has expired.", "{ exp: 1 }"),
  "from-the-future": claims(
    "The ID token is from the future.",
    "{ nbf: 4_000_000_000 }",
  ),
  "foreign-nonce": claims(
    "The ID token answers another attempt.",
    '{ nonce: "of somebody else" }',
  ),
  "no-nonce": claims("The ID token has no nonce.", "{ nonce: undefined }"),
  "no-subject": claims("The ID token names nobody.", "{ sub: undefined }"),
  "foreign-key": signs("Another key signed the ID token.", "foreign"),
  "broken-signature": signs("The signature is broken.", "broken"),
  "no-signature": signs("The ID token is not signed.", "none"),
  "hmac": signs(
    "The ID token is signed with the public key as a secret.",
    "hs256-public-key",
  ),
  "no-token": set("The ID token is no text.", "idToken", '{ raw: "nonsense" }'),
  "keys-down": set("The keys cannot be read.", "jwks", "{ status: 503 }"),
  "no-keys": set(
    "The provider publishes no key.",
    "jwks",
    "{ body: () => ({ keys: [] }) }",
  ),
  "lost-cookies": {
    title: "The browser has lost its cookies.",
    act: `${STOP}
for (const { name } of browser.cookies(site)) browser.deleteCookie(site, name);
${ARRIVE}`,
  },
  "too-late": {
    title: "The visitor comes back after an hour.",
    act: `mock.timers.enable({ apis: ["Date"], now: Date.now() });
${STOP}
mock.timers.tick(3_600_000);
${ARRIVE}
mock.timers.reset();`,
    uses: ["mock"],
  },
  "no-csrf-token": {
    title: "The form has no token.",
    act: `const page = await browser.goto(\`\${site}/auth/signin\`);
await browser.submit(page, { fields: { csrfToken: "" } });`,
  },
  "cross-site": {
    title: "A page of another site sends the form.",
    act: `await auth.handler(
  new Request(\`\${site}/auth/signout\`, {
    method: "POST",
    headers: { origin: "https://other.example", accept: "text/html" },
    body: new URLSearchParams({ csrfToken: "of another site" }),
  }),
);`,
  },
  "unknown-page": {
    title: "The page does not exist.",
    act: "await browser.goto(`${site}/auth/nothing`);",
  },
  "refused": {
    title: "The application refuses the user.",
    config: "callbacks: { signIn: () => false },",
  },
  "callback-throws": {
    title: "A callback of the application fails.",
    config: `callbacks: {
  jwt: () => {
    throw new Error("a fault of the application");
  },
},`,
  },
  "adapter-down": {
    title: "The database is out of order.",
    config: `adapter: {
  ...createMemoryAdapter(),
  getUserByAccount: () => Promise.reject(new Error("no connection")),
},`,
    uses: ["createMemoryAdapter"],
  },
};
