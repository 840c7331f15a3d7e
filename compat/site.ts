/**
 * An application of one version of the library, over a database.
 *
 * @module
 */

import { mock } from "node:test";
import type { Adapter, AuthConfig, AuthInstance, Mail } from "@latchkey/auth";
import type { PasswordOptions } from "@latchkey/auth/providers/password";
import type { Browser, FaultProvider } from "@latchkey/auth/testing";
import type { Library } from "./library.ts";
import type { MapName, Storage } from "./place.ts";

/** The time at which a corpus is made. */
export const NOW: number = Date.UTC(2026, 10, 28, 12);
/** The origin of the application. */
export const ORIGIN = "https://app.example";
const SECRET = "the secret of the corpora, which nobody else uses";
const PEPPER = "the pepper of the corpora, which nobody else uses";

/** What differs between the applications of the flows. */
export interface SiteOptions {
  readonly session?: AuthConfig["session"];
  readonly tokens?: AuthConfig["tokens"];
  readonly password?: PasswordOptions;
  readonly limits?: AuthConfig["limits"];
  /** The map of tables that another library made; default: our own tables. */
  readonly map?: MapName | undefined;
  /** Whether it is stored in PostgreSQL; default: in SQLite. */
  readonly isPostgres?: boolean;
}

/** An application. */
export interface Site {
  readonly auth: AuthInstance;
  readonly adapter: Required<Adapter>;
  readonly op: FaultProvider;
  /** Oldest first. */
  readonly mails: readonly Mail[];
  /** The lines of the log, for messages of failed checks. */
  readonly log: readonly string[];
  /** Makes a browser, with the cookies of this application. */
  browse(cookies?: Cookies): Browser;
}

/** The values of a browser's cookies, by name. */
export type Cookies = Readonly<Record<string, string>>;

/** Makes the provider that all applications of a process share. */
export function createOp({ testing }: Library): Promise<FaultProvider> {
  const client = { clientId: "client", clientSecret: "client secret" };
  const issuer = "https://op.example";
  return testing.createFaultProvider({ issuer, alg: "EdDSA", ...client });
}

/** Makes an application. */
export function createSite(
  library: Library,
  { storage, op, options }: {
    readonly storage: Storage;
    readonly op: FaultProvider;
    readonly options: SiteOptions;
  },
): Site {
  const mails: Mail[] = [];
  const log: string[] = [];
  const { adapter, store } = storage;
  const config: AuthConfig = {
    secret: SECRET,
    origin: ORIGIN,
    adapter,
    user: { fields: { role: { type: "string", default: "member" } } },
    store,
    session: { rememberMe: true, ...options.session },
    tokens: options.tokens,
    limits: options.limits,
    experimental: { enableWebAuthn: true },
    logger: toLogger(log),
    providers: toProviders(library, { op, mails, options }),
  };
  const auth = library.auth.createAuth(config);
  const sites = {
    [ORIGIN]: (request: Request) => answer(auth, request),
    [op.origin]: op.handler,
  };
  return {
    auth,
    adapter,
    op,
    mails,
    log,
    browse: (cookies = {}) => {
      const browser = library.testing.createBrowser(sites);
      for (const [name, value] of Object.entries(cookies)) {
        browser.setCookie(ORIGIN, `${name}=${value}; Path=/; Secure`);
      }
      return browser;
    },
  };
}

function toLogger(log: string[]): AuthConfig["logger"] {
  const keep = (...parts: unknown[]) => void log.push(parts.join(" "));
  return { error: keep, warn: keep, debug: keep };
}

function toProviders(
  library: Library,
  { op, mails, options }: {
    readonly op: FaultProvider;
    readonly mails: Mail[];
    readonly options: SiteOptions;
  },
): AuthConfig["providers"] {
  const mail = {
    ...{ id: "email", type: "email", from: "app@app.example" } as const,
    sendMail: ({ mail }: { readonly mail: Mail }) => void mails.push(mail),
  };
  // The least memory, for machines that run many tests at once.
  const hash = { memory: 8 };
  return [
    op.provider({ id: "op", uniqueSubject: true }),
    op.provider({ id: "second", name: "Second", uniqueSubject: true }),
    mail,
    library.password.Password({
      ...{ mail, pepper: PEPPER, hash },
      ...options.password,
    }),
    library.passkey.Passkey(),
  ];
}

/** The guarded pages, and what their guards demand. */
const GUARDED: Readonly<
  Record<string, Parameters<AuthInstance["require"]>[1]>
> = {
  "/vault": { params: { ui_locales: "nl" } },
  "/transfer": { maxAge: 30, resume: true },
};

/** Answers as an application with a few pages of its own. */
async function answer(auth: AuthInstance, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth/")) return await auth.handler(request);
  if (!Object.hasOwn(GUARDED, pathname)) return new Response("a page");
  const passed = await auth.require(request, GUARDED[pathname]);
  if (passed instanceof Response) return passed;
  const text = request.method === "POST" ? await request.text() : "a page";
  return new Response(text, { headers: passed.headers });
}

/** Stops the clock that all versions in this process read. */
export function stopClock(): void {
  mock.timers.enable({ apis: ["Date"], now: NOW });
}

/** Sets the clock to some seconds after the corpus was made. */
export function setClock(seconds: number): void {
  mock.timers.setTime(NOW + seconds * 1000);
}

/** Starts the clock again. */
export function startClock(): void {
  mock.timers.reset();
}

/** Returns the cookies of a browser. */
export function readCookies(browser: Browser): Cookies {
  const all = browser.cookies(ORIGIN)
    .map(({ name, value }) => [name, value] as const);
  return Object.fromEntries(all.sort(([a], [b]) => a < b ? -1 : 1));
}
