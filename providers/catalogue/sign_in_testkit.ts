/**
 * For tests only: signs in at a provider that behaves as its facts say.
 *
 * @module
 */

import assert from "node:assert/strict";
import type {
  Account,
  AuthConfig,
  Profile,
  Provider,
  ProviderInput,
  User,
} from "@latchkey/auth";
import { Auth } from "@latchkey/auth";
import { customFetch } from "@latchkey/auth/providers";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import { readSession, site, start } from "../../testing/app_testkit.ts";
import { assertAuthorizationUrl } from "./requests_testkit.ts";
import { type Documents, toDocuments } from "./documents_testkit.ts";
import type { Json, ProviderRow } from "./facts_testkit.ts";
import { readPair } from "./keys_testkit.ts";
import { createServer } from "./server_testkit.ts";
import { client, code, type Setup, toSetup } from "./setup_testkit.ts";
import { specials } from "./specials_testkit.ts";

/** A page of the provider, from which the browser comes back. */
const page = "https://op.example/";

/** A factory, as the module of a provider exports it. */
export type Factory = (options: object) => Provider;

/** The differences from the usual sign-in. */
export interface SignInOptions {
  /** Whether the provider says that the address is verified. Default true. */
  readonly isVerified?: boolean;
  /** Whether all options come from the environment. */
  readonly isFromEnv?: boolean;
  /** Makes the token response, if it is not that of the facts. */
  readonly answer?: (standard: Json) => Response;
  /** Parameters that replace those of the callback. */
  readonly callback?: Readonly<Record<string, string>>;
  /** Changes the provider that the definition makes. */
  readonly change?: (provider: Provider) => Provider;
  /** More options of the application. */
  readonly config?: Partial<AuthConfig>;
  /** Uses the application, whose user is signed in. */
  readonly use?: (
    config: AuthConfig,
    seen: Seen,
    browser: Browser,
  ) => Promise<void>;
}

/** The data that the application receives about the user. */
export interface Seen {
  readonly user: User;
  readonly account: Account;
  readonly profile: Profile;
}

/** Imports a provider's factory, as an application does. */
export async function load(id: string): Promise<Factory> {
  const module = await import(`@latchkey/auth/providers/${id}`);
  return module.default;
}

/**
 * Signs in at a provider, and asserts that every request and the user are as
 * its facts demand.
 */
export async function signInAt(
  row: ProviderRow,
  options: SignInOptions = {},
): Promise<Seen> {
  const { isVerified = true, isFromEnv, answer, change = (it) => it } = options;
  const setup = toSetup(row, isVerified);
  const documents = toDocuments(setup);
  let nonce: string | null = null;
  const readNonce = () => nonce;
  const server = await createServer({ setup, documents, readNonce, answer });
  const factory = await load(row.id);
  const own = isFromEnv ? {} : await toOptions(setup);
  const make = (options: object) =>
    change(factory({ ...own, ...options, [customFetch]: server.fetch }));
  // Like a factory that is listed uncalled, the function gets what the
  // environment has.
  const application = createApplication(
    isFromEnv ? make : make({}),
    options.config,
  );
  const url = await start(application.browser, { id: row.id });
  assertAuthorizationUrl(setup, url);
  const asked = new URL(url).searchParams;
  nonce = asked.get("nonce");
  await comeBack(setup, application.browser, {
    ...toCallback(setup, asked.get("state") ?? ""),
    ...options.callback,
  });
  if (server.errors.length > 0) throw server.errors[0];
  const [seen] = application.seen;
  assert.ok(seen, `not signed in: ${application.log.join("\n")}`);
  assertUser(row, documents, seen);
  assert.ok(await readSession(application.browser));
  await options.use?.(application.config, seen, application.browser);
  return seen;
}

/** The options of the application: its client, and what the facts require. */
export async function toOptions({ row, options }: Setup): Promise<object> {
  const { clientId } = client;
  return {
    ...row.tokenAuthMethod === "none" ? { clientId } : client,
    ...options,
    ...await specials[row.id]?.secrets?.(readPair),
  };
}

interface Application {
  readonly config: AuthConfig;
  readonly browser: Browser;
  readonly seen: readonly Seen[];
  readonly log: readonly string[];
}

function createApplication(
  provider: ProviderInput,
  more: Partial<AuthConfig> = {},
): Application {
  const seen: Seen[] = [];
  const log: string[] = [];
  const config: AuthConfig = {
    ...more,
    secret: "a secret of the catalogue's test, long enough",
    origin: site,
    providers: [provider],
    events: {
      ...more.events,
      signIn: (event) => void seen.push(event as Seen),
    },
    logger: {
      error: (error: Error) =>
        void log.push(`${error.message} ${error.cause ?? ""}`),
      warn: (name: string, message: string) =>
        void log.push(`${name} ${message}`),
    },
  };
  const handle = (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? Auth(request, config)
      : new Response("a page of the host");
  const sites = {
    [site]: handle,
    "https://op.example": ({ url }: Request) => answerByForm(new URL(url)),
  };
  return { config, browser: createBrowser(sites), seen, log };
}

/** The provider's page whose form sends the query to the callback. */
function answerByForm({ searchParams }: URL): Response {
  const { action = "", ...fields } = Object.fromEntries(searchParams);
  const inputs = Object.entries(fields).map(([name, value]) =>
    `<input name="${name}" value="${value.replaceAll('"', "&quot;")}">`
  );
  const form = `<form method="post" action="${action}">${inputs.join("")}`;
  const headers = { "content-type": "text/html" };
  return new Response(`${form}<button>Continue</button></form>`, { headers });
}

/** The parameters of the callback. */
function toCallback(
  { row, issuer = "" }: Setup,
  state: string,
): Record<string, string> {
  const { callback, metadataIssuer = issuer } = specials[row.id] ?? {};
  const sendsIssuer = row.quirks?.includes("iss-param") ?? false;
  const iss = sendsIssuer ? { iss: metadataIssuer } : {};
  return { code, state, ...callback, ...iss };
}

/** Brings the browser back, in the provider's response mode. */
async function comeBack(
  { row }: Setup,
  browser: Browser,
  answer: Readonly<Record<string, string>>,
): Promise<void> {
  const action = `${site}/auth/callback/${row.id}`;
  if (row.responseMode === "form_post") {
    const query = new URLSearchParams({ ...answer, action });
    await browser.submit(await browser.goto(`${page}?${query}`));
  } else {
    const query = new URLSearchParams(answer);
    await browser.goto(`${action}?${query}`, { from: page });
  }
}

function assertUser(
  row: ProviderRow,
  { expected }: Documents,
  { user, account, profile }: Seen,
): void {
  const { email, email_verified } = profile;
  const isVerified = email_verified === true && Boolean(email) &&
    email === user.email;
  assert.deepEqual({
    provider: account.provider,
    id: account.providerAccountId,
    name: user.name ?? "",
    email: user.email ?? "",
    image: user.image ?? "",
    verified: isVerified,
  }, { provider: row.id, ...expected });
  for (const [name, value] of Object.entries(specials[row.id]?.claims ?? {})) {
    assert.deepEqual(profile[name], value, name);
  }
}
