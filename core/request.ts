import type { CookiePolicy } from "./cookie_policy.ts";
import { type CookieJar, readCookies } from "./cookies.ts";
import { AuthError } from "./errors.ts";
import { EMPTY_FORM, readForm } from "./form.ts";
import { resolveOrigin } from "./origin.ts";
import type { Settings } from "./settings.ts";

/** What a framework hands in: a request, before anything is believed of it. */
export interface Incoming {
  readonly method: string;
  /** The framework's idea of scheme and host, or null if there is no usable one. */
  origin(): string | null;
  /** Path and query as they came, undecoded. */
  readonly target: string;
  /** The path prefix under which the framework mounted the handler, or null. */
  readonly mount: string | null;
  /** One request header by its lower-case name. */
  header(name: string): string | null;
  /** The client's address, as the host's function says, else as the framework understands it. */
  address(ask: Settings["clientAddress"]): ClientHint;
  /** The body, read up to a limit in bytes. */
  body(limit: number): Promise<Body>;
}

/** Who the client may be. */
export interface ClientHint {
  /** An address in any spelling, or anything else: it comes from outside. */
  readonly text: string | null | undefined;
  /** Whether it is only who holds the other end of the connection, which nobody said anything of. */
  readonly isPeer?: true;
}

/** A body: bytes, or what a body parser of the host made of them. */
export type Body =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "too large" };

/** All that a session read needs to know of a request. */
export interface RequestHead {
  /** The public origin, `null` as text where the host is refused. */
  readonly origin: string;
  readonly policy: CookiePolicy;
  readonly jar: CookieJar;
  /** Why nothing may be done with this request. */
  readonly refusal: AuthError | null;
}

/** A request as plain data: what an action may know of it. */
export interface AuthRequest extends RequestHead {
  readonly method: string;
  readonly basePath: string;
  /** First path segment below the base path. */
  readonly action: string;
  readonly providerId: string | null;
  readonly query: URLSearchParams;
  /** The text fields of the body; without a prototype. */
  readonly form: Readonly<Record<string, string>>;
  /** The `data` member of the body, whatever it is; proves nothing. */
  readonly data: unknown;
  /** How the client wants redirects and errors: as such, as `{ url }`, or as JSON. */
  readonly wants: "html" | "url" | "json";
  /** Whether a browser navigates, rather than a script or a program asking. */
  readonly isNavigation: boolean;
  readonly fetchSite: string | null;
  readonly fetchedFrom: string | null;
  /** The client's address in its one spelling, or null where it is not known. */
  readonly address: string | null;
  /** What the browser calls itself, as a text that can be shown. */
  readonly userAgent: string | null;
}

/** The first path segments below the base path. */
export const ACTIONS: readonly AuthAction[] = [
  "csrf",
  "providers",
  "session",
  "signin",
  "callback",
  "link",
  "unlink",
  "signout",
  "error",
  "verify-request",
];

/** A first path segment below the base path. */
export type AuthAction =
  | "csrf"
  | "providers"
  | "session"
  | "signin"
  | "callback"
  | "link"
  | "unlink"
  | "signout"
  | "error"
  | "verify-request";

/**
 * Whether a text is one of the library's actions.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isAuthAction } from "@latchkey/auth";
 *
 * assert.ok(isAuthAction("signin"));
 * assert.ok(!isAuthAction("Signin"));
 * ```
 */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.some((one) => one === action);
}

/** Where the auth routes live if nobody says otherwise. */
export const DEFAULT_BASE_PATH = "/auth";

/** Characters of a Cookie header that common proxies refuse soon. */
const LONG_HEADER = 7_500;

/** Reads origin and cookies: enough for a session. */
export function readHead(
  incoming: Pick<Incoming, "origin" | "header">,
  settings: Settings,
): RequestHead {
  const origin = settings.origin ?? resolveOrigin(settings, incoming.origin());
  const known = typeof origin === "string" ? origin : null;
  const secure = settings.useSecureCookies ??
    known?.startsWith("https:") ?? false;
  const cookies = incoming.header("cookie");
  if (cookies !== null && cookies.length > LONG_HEADER) {
    settings.log.debug(
      `The Cookie header has ${cookies.length} characters; proxies refuse more than 8 kB.`,
    );
  }
  const policy = settings.cookies[secure ? "secure" : "plain"];
  return {
    // How the web writes the origin of nowhere.
    origin: known ?? "null",
    policy,
    jar: readCookies(cookies, policy.names),
    refusal: origin instanceof AuthError ? origin : null,
  };
}

/** Where the auth routes are: as configured, as mounted, or where they are by default. */
export function toBasePath(settings: Settings, mount: string | null): string {
  return settings.basePath ?? (mount || DEFAULT_BASE_PATH);
}

/** Reads a whole request, but for who sent it. It never throws: what is wrong travels as `refusal`. */
export async function readRequest(
  incoming: Incoming,
  settings: Settings,
): Promise<Omit<AuthRequest, "address">> {
  const head = readHead(incoming, settings);
  const basePath = toBasePath(settings, incoming.mount);
  const [path = "", search = ""] = splitTarget(incoming.target);
  const { action, providerId } = isSpelledRight(incoming.mount, settings)
    ? readPath(path, basePath, incoming.mount)
    : NOTHING;
  const body = incoming.method === "POST" && head.refusal === null
    ? await readForm(incoming)
    : EMPTY_FORM;
  const { fields, data } = body instanceof AuthError ? EMPTY_FORM : body;
  return {
    ...head,
    method: incoming.method,
    basePath,
    action,
    providerId,
    query: new URLSearchParams(search),
    form: fields,
    data,
    refusal: head.refusal ?? (body instanceof AuthError ? body : null),
    wants: readWants(incoming),
    isNavigation: isNavigation(incoming),
    fetchSite: incoming.header("sec-fetch-site"),
    fetchedFrom: incoming.header("origin"),
    userAgent: toUserAgent(incoming.header("user-agent")),
  };
}

const MAX_USER_AGENT = 512;

/** Lists of sessions show it: nothing but printable characters, and not too many. */
function toUserAgent(header: string | null): string | null {
  const text = (header ?? "").replace(/[^\x20-\x7e]/g, "").trim();
  return text === "" ? null : text.slice(0, MAX_USER_AGENT);
}

/** Whether a target's path is a base path or below it. */
export function isBelow(target: string, basePath: string): boolean {
  const [path = ""] = splitTarget(target);
  return path === basePath || path.startsWith(`${basePath}/`);
}

function splitTarget(target: string): string[] {
  const question = target.indexOf("?");
  return question < 0
    ? [target]
    : [target.slice(0, question), target.slice(question + 1)];
}

/** A path that leads nowhere. */
const NOTHING = { action: "", providerId: null };

/**
 * Segments are compared as they came: no decoding, no folding of case, no
 * second slash. One spelling is served, so nothing in front of the application
 * can be talked past.
 */
function readPath(
  path: string,
  basePath: string,
  mount: string | null,
): { action: string; providerId: string | null } {
  // Behind a proxy that strips a prefix, the path begins with the mount instead.
  const base = [basePath, mount].find((prefix) =>
    prefix && path.startsWith(`${prefix}/`)
  );
  if (!base) return NOTHING;
  const [action = "", providerId = null, ...rest] = path
    .slice(base.length + 1).split("/");
  return rest.length > 0 || providerId === ""
    ? NOTHING
    : { action, providerId };
}

/**
 * Frameworks fold case when they mount, and report the client's spelling: it
 * must not become part of a redirect URI. Capital letters have to be configured.
 */
function isSpelledRight(mount: string | null, settings: Settings): boolean {
  if (mount === null) return true;
  const { basePath } = settings;
  return basePath?.toLowerCase().endsWith(mount.toLowerCase())
    ? basePath.endsWith(mount)
    : mount === mount.toLowerCase();
}

function readWants(incoming: Incoming): AuthRequest["wants"] {
  if (incoming.header("x-auth-return-redirect") !== null) return "url";
  const accept = incoming.header("accept") ?? "";
  return /\bapplication\/json\b/i.test(accept) && !acceptsHtml(incoming)
    ? "json"
    : "html";
}

function isNavigation(incoming: Incoming): boolean {
  const mode = incoming.header("sec-fetch-mode");
  // Browsers from before Fetch Metadata still say that they want HTML.
  return mode === null ? acceptsHtml(incoming) : mode === "navigate";
}

/** Whether whoever asks can show a page: browsers name HTML, scripts do not. */
export function acceptsHtml(incoming: Incoming): boolean {
  return /\btext\/html\b/i.test(incoming.header("accept") ?? "");
}
