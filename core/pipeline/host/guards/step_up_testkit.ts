/**
 * For tests only: a site with a guarded page, where users sign in by each
 * method, and whose provider has a session of its own.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  type Mail,
  type OIDCConfig,
  type Provider,
  type RequireOptions,
} from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import {
  type Browser,
  type Claims,
  createBrowser,
  type FaultProvider,
  type Page,
} from "@latchkey/auth/testing";
import { storages as common } from "../../../methods/credentials/credentials_testkit.ts";
import { createPlainAdapter } from "../../../accounts/users_testkit.ts";
import { assertNoRejections } from "../../../../testing/checks_testkit.ts";
import {
  type App,
  assertNoSecrets,
  cookieValue,
  createApp,
  listAttempts,
  readSession,
  site,
} from "../../../../testing/app_testkit.ts";
import { toMailProvider } from "../../../methods/email/email_testkit.ts";

/** The guarded page. */
export const page = `${site}/pay`;

/** A site with a guarded page. */
export interface GuardedSite extends App {
  readonly mails: readonly Mail[];
  /** The demands of the guard of the page; may be changed. */
  guard: RequireOptions;
  /** The provider's own session, and what it says of it; may be changed. */
  readonly own: ProviderSession;
}

/** The session that a browser has at the provider. */
export interface ProviderSession {
  /** Seconds since the epoch; null: as asked, with a new authentication if that is demanded. */
  authTime: number | null;
  /** Whether the provider does what `max_age` says. */
  honours: boolean;
  /** Whether the provider leaves the time out. */
  isSilent: boolean;
  /** Further claims of the ID token. */
  claims: Claims;
}

/** Options of {@link createGuardedSite}. */
export interface GuardedOptions {
  readonly config?: Partial<AuthConfig>;
  readonly guard?: RequireOptions;
  readonly entry?: Partial<OIDCConfig>;
  readonly more?: readonly Provider[];
  /** Replaces all providers. */
  readonly toProviders?: (op: FaultProvider) => Provider[];
}

/** Makes a site whose page `/pay` has a guard. */
export async function createGuardedSite(
  options: GuardedOptions = {},
): Promise<GuardedSite> {
  const { config = {}, guard = { maxAge: 300 }, entry = {}, more = [] } =
    options;
  const mails: Mail[] = [];
  const mail: Provider = toMailProvider(mails);
  const { toProviders } = options;
  const flow = await createApp({
    config,
    toProviders: toProviders ??
      ((op) => [op.provider(entry), password, mail, ...more]),
  });
  const own: ProviderSession = {
    authTime: null,
    honours: true,
    isSilent: false,
    claims: {},
  };
  flow.op.faults.idToken = {
    claims: (claims) => ({
      ...claims,
      ...own.claims,
      auth_time: own.isSilent ? undefined : toAuthTime(flow, own),
    }),
  };
  const scene = { ...flow, mails, guard, own };
  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/pay") return await flow.handler(request);
    const auth = createAuth(flow.makeConfig());
    const passed = await auth.require(request, scene.guard);
    if (passed instanceof Response) return passed;
    const { session, headers } = passed;
    return new Response(`paid by ${session.user?.email}`, { headers });
  };
  const sites = { [site]: handler, [flow.op.origin]: flow.op.handler };
  return Object.assign(scene, { createBrowser: () => createBrowser(sites) });
}

/** The time that the ID token states: that of the provider's session, unless a younger one was asked for. */
function toAuthTime({ op }: App, { authTime, honours }: ProviderSession) {
  const now = Math.floor(Date.now() / 1000);
  const asked = op.requests.filter(({ endpoint }) => endpoint === "authorize")
    .at(-1)?.url ?? op.issuer;
  const maxAge = Number(new URL(asked).searchParams.get("max_age") ?? NaN);
  if (authTime === null) return now;
  return honours && now - authTime > maxAge ? now : authTime;
}

/** A password, by the address of the user. */
const password = Credentials({
  credentials: {
    email: { label: "Email" },
    password: { label: "Password", type: "password" },
  },
  authorize: ({ email, password }) =>
    password === "analytical-engine"
      ? { id: String(email), email: String(email), name: String(email) }
      : null,
});

/** The ways to keep users and sessions. */
export const storages: typeof common = {
  ...common,
  "an adapter without details": () => ({
    adapter: createPlainAdapter(),
    session: { strategy: "database" },
  }),
};

/** Signs in at the provider, with another page as the target. */
export async function signInAt(
  browser: Browser,
  id = "op",
): Promise<void> {
  const ways = await browser.goto(`${site}/auth/signin`);
  await browser.submit(ways, { action: `/auth/signin/${id}` });
  assert.ok(await readSession(browser));
}

/** Opens the guarded page; asserts that the user is asked to confirm who they are. */
export async function openConfirm(browser: Browser): Promise<Page> {
  const shown = await browser.goto(page);
  assert.equal(new URL(shown.url).pathname, "/auth/signin", shown.text);
  assert.match(shown.text, /<h1>Confirm it’s you<\/h1>/);
  return shown;
}

/** Lists the ways that a page offers, by the URLs that its forms post to. */
export function listWays(shown: Page): readonly string[] {
  const actions = shown.forms().flatMap(({ action, buttons }) =>
    buttons.map((one) => one.action ?? action)
  );
  return [...new Set(actions.map((one) => new URL(one, site).pathname))]
    .filter((path) => path.startsWith("/auth/")).sort();
}

/** The last authorization request. */
export function lastAsked({ op }: GuardedSite): URLSearchParams {
  const asked = op.requests.filter(({ endpoint }) => endpoint === "authorize");
  return new URL(asked.at(-1)?.url ?? "").searchParams;
}

/** Signs in, and waits until the proof is too old. */
export async function createStale(
  config: Partial<AuthConfig>,
  options: GuardedOptions = {},
): Promise<{ flow: GuardedSite; browser: Browser }> {
  const start = Date.now();
  const flow = await createGuardedSite({ ...options, config });
  const browser = flow.createBrowser();
  await signInAt(browser);
  assert.equal((await browser.goto(page)).text, "paid by ada@example.com");
  flow.own.authTime = start / 1000;
  mock.timers.tick(7 * 60_000);
  return { flow, browser };
}

/** Asserts that a proof was refused: the session is what it was, and the page leads on. */
export async function assertProofRefused(
  flow: GuardedSite,
  browser: Browser,
  { before, shown, code }: {
    readonly before: string;
    readonly shown: Page;
    readonly code: string;
  },
): Promise<void> {
  const url = new URL(shown.url);
  assert.equal(url.pathname, "/auth/error", shown.text);
  assert.equal(url.searchParams.get("error"), "InsufficientAuthentication");
  assert.equal(url.searchParams.get("code"), code);
  assert.equal(shown.status, 403);
  assert.match(shown.headers.get("cache-control") ?? "", /no-store/);
  assert.equal(cookieValue(browser), before);
  assert.ok(await readSession(browser));
  assert.deepEqual(listUnfinished(browser), []);
  const links = readLinks(shown);
  const target = new URLSearchParams({ callbackUrl: page });
  assert.deepEqual(links, [
    `${site}/auth/signin?error=InsufficientAuthentication&${target}`,
    `${site}/auth/signin?another=1&${target}`,
    `${site}/`,
    `${site}/auth/signout?${target}`,
  ]);
  const answer = flow.answers.at(-1);
  assert.ok(answer);
  assertNoSecrets(flow, answer);
  await assertNoRejections();
}

/** Lists the attempts that are not finished. */
export function listUnfinished(browser: Browser): string[] {
  return listAttempts(browser).filter((name) => !name.endsWith("guard-params"));
}

export function readLinks({ text }: Page): string[] {
  const [, main = ""] = /<main>([^]*)<\/main>/.exec(text) ?? [];
  return [...main.matchAll(/<a [^>]*href="([^"]*)"/g)]
    .map(([, url = ""]) => url.replaceAll("&amp;", "&"));
}
