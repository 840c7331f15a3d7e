/**
 * For tests of kept forms: a site with a guarded form, a record of the forms
 * that passed its guard, and sessions that the guard finds too old.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type AuthConfig, createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
  type Page,
} from "@latchkey/auth/testing";
// The symbols of its configuration are those of the modules below, not those of
// the packed package.
import { createFaultProvider } from "../../../../testing/provider.ts";
import {
  type App,
  app,
  cookieName,
  signIn,
} from "../../../../testing/app_testkit.ts";
import { createLogger } from "../../../../testing/checks_testkit.ts";
import { randomText } from "../../../crypto/random.ts";
import { handle } from "../../auth.ts";
import { toResponse } from "../../response.ts";
import { requireSession } from "./guard.ts";
import type { Passage } from "./answers.ts";
import { toHostRequest } from "../host_request.ts";
import { resumeForm } from "./resume.ts";
import { toIncoming } from "../web_request.ts";

/** The page with the form, and the path that it posts to. */
export const PATH = "/transfer?from=1";
/** The values that are typed into the form. */
export const FIELDS = {
  to: "Grace",
  amount: "137.50",
  note: "für 本",
} as const;

/** A form that passed the guard. */
export interface Received {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** A site with a guarded form. */
export interface FormSite
  extends Pick<App, "config" | "secret" | "op" | "browser" | "lines"> {
  readonly store: Store;
  /** The forms that passed the guard. */
  readonly received: readonly Received[];
  /** Makes the guard refuse the present session of a browser. */
  readonly makeOld: (browser?: Browser) => void;
  readonly createBrowser: () => Browser;
  readonly handler: (request: Request) => Promise<Response>;
}

/** Creates a site with a guarded form. */
export async function createFormSite(
  strategy: "jwt" | "database" = "jwt",
  overrides: Partial<AuthConfig> = {},
): Promise<FormSite> {
  const op = await createFaultProvider({ alg: "EdDSA" });
  const secret = `secret-${randomText(32)}`;
  const lines: string[] = [];
  const store = overrides.store ?? createMemoryStore();
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [op.provider()],
    debug: true,
    logger: createLogger(lines),
    ...(strategy === "database" ? { adapter: createMemoryAdapter() } : {}),
    ...overrides,
    store,
  };
  const received: Received[] = [];
  const old = new Set<string>();
  const handler = toHandler(config, { received, old });
  const create = () => createBrowser(toSites(handler, op));
  const browser = create();
  return {
    config,
    secret,
    op,
    browser,
    lines,
    store,
    received,
    handler,
    createBrowser: create,
    makeOld: (one = browser) => void old.add(readCookie(one)),
  };
}

function toSites(handler: FormSite["handler"], op: FaultProvider) {
  return { [app]: handler, [op.origin]: op.handler };
}

function readCookie(browser: Browser): string {
  const found = browser.cookies(app).find(({ name }) =>
    name === cookieName.session
  );
  assert.ok(found, "not signed in");
  return found.value;
}

function toHandler(
  config: AuthConfig,
  { received, old }: { received: Received[]; old: ReadonlySet<string> },
): FormSite["handler"] {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const incoming = toIncoming(request);
    if (pathname.startsWith("/auth/")) {
      return toResponse(await handle(incoming, () => config));
    }
    if (request.method === "GET") return showForm();
    const host = toHostRequest(request, incoming, config);
    const cookie = request.headers.get("cookie") ?? "";
    const isOld = [...old].some((one) => cookie.includes(one));
    const passage = isOld
      ? await resumeForm(host, TOO_OLD)
      : await requireSession({
        ...host,
        whole: () => incoming,
        fields: () => null,
      }, {
        resume: true,
      });
    if (passage.kind === "refused") return toResponse(passage.reply);
    const type = request.headers.get("content-type") ?? "";
    // The guard has not read it.
    const body = await request.text();
    received.push({ path: pathname + search, type, body });
    const reply = { status: 200, headers: [], cookies: passage.cookies };
    return toResponse({ ...reply, body: { text: "sent", type: "text/plain" } });
  };
}

/** The answer of a guard that wants a new sign-in of the user. */
const TOO_OLD: Passage = {
  kind: "refused",
  reply: {
    status: 303,
    headers: [[
      "location",
      `${app}/auth/signin?error=SignInRequired&code=fresh`,
    ]],
    cookies: [],
    body: null,
  },
};

function showForm(): Response {
  const inputs = Object.keys(FIELDS).map((name) => `<input name="${name}">`);
  return new Response(
    `<!doctype html><title>Form</title><form method="post">${
      inputs.join("")
    }<button>Send</button></form>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
}

/** Fills in the form and sends it; returns the page that answers. */
export async function sendForm(
  browser: Browser,
  fields: Readonly<Record<string, string>> = FIELDS,
  path = PATH,
): Promise<Page> {
  return await browser.submit(await browser.goto(app + path), { fields });
}

/** A site whose user has sent the form with a session that is too old. */
export async function createRefused(
  strategy: "jwt" | "database" = "jwt",
  overrides: Partial<AuthConfig> = {},
): Promise<FormSite & { readonly refused: Page; readonly resumeUrl: string }> {
  const site = await createFormSite(strategy, overrides);
  await signIn(site.browser);
  site.makeOld();
  const refused = await sendForm(site.browser);
  return { ...site, refused, resumeUrl: readResumeUrl(refused) };
}

/** Returns the URL of the page that continues a form, from that of the sign-in page. */
export function readResumeUrl({ url }: Page): string {
  const { pathname, searchParams } = new URL(url);
  assert.equal(pathname, "/auth/signin");
  return searchParams.get("callbackUrl") ?? "";
}

/** Returns the title of a page. */
export function titleOf({ text }: Page): string {
  const [, title = ""] = /<h1>(.*?)<\/h1>/.exec(text) ?? [];
  return title;
}
