import { AuthError } from "../errors/errors.ts";
import { readAddress } from "./address.ts";
import { EMPTY_FORM, type Form, readForm } from "./form.ts";
import {
  type Body,
  type Incoming,
  readHead,
  type RequestHead,
  splitTarget,
  toBasePath,
} from "./request_head.ts";
import { toOrigin } from "../config/origin/origin.ts";
import { warnInPublic } from "../config/origin/public_host.ts";
import type { Settings } from "../config/settings.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/** A request as plain data, with everything that an action may use of it. */
export interface AuthRequest extends RequestHead {
  readonly method: string;
  readonly basePath: string;
  /** The path at which the application begins. */
  readonly home: string;
  /** First path segment below the base path. */
  readonly action: string;
  readonly providerId: string | null;
  readonly query: URLSearchParams;
  /** The text fields of the body; without a prototype. */
  readonly form: Readonly<Record<string, string>>;
  /** The `data` member of the body, of any type; not trusted. */
  readonly data: unknown;
  /** Reads a header by its lower-case name; null if it is absent. */
  readonly header: Incoming["header"];
  /** The client's address in canonical form, or null if unknown; not read for the session. */
  readonly address: string | null;
  /** The same request as it came, for the application's code. */
  readonly sent: SentRequest;
}

/** The raw parts of a request, before parsing. */
export interface SentRequest {
  /** The query, with its question mark; empty without one. */
  readonly search: string;
  headers(): Iterable<readonly [name: string, value: string]>;
  /** Null if there is no body that could be read. */
  readonly body: Body | null;
  /** The media type of the body, in lower case and without parameters. */
  readonly type: string;
}

/**
 * Reads a whole request. It never throws: any error is returned as `refusal`.
 */
export async function readRequest(
  incoming: Incoming,
  settings: Settings,
): Promise<AuthRequest> {
  const head = withProxyWarning(incoming, settings);
  const form = incoming.method === "POST" && head.refusal === null
    ? await readForm(incoming)
    : EMPTY_FORM;
  return toRequest(incoming, settings, { head, form });
}

function toRequest(
  incoming: Incoming,
  settings: Settings,
  { head, form }: { head: RequestHead; form: Form | AuthError },
): AuthRequest {
  const basePath = toBasePath(settings, incoming.mount);
  const [path = "", search = ""] = splitTarget(incoming.target);
  const { action, providerId } = isSpelledRight(incoming.mount, settings)
    ? readPath(path, [basePath, incoming.mount, settings.innerPath])
    : NOTHING;
  const { fields, data, body, type } = form instanceof AuthError
    ? EMPTY_FORM
    : form;
  return {
    ...head,
    method: incoming.method,
    basePath,
    home: incoming.home ?? "/",
    action,
    providerId,
    query: new URLSearchParams(search),
    form: fields,
    data,
    refusal: head.refusal ?? (form instanceof AuthError ? form : null),
    header: incoming.header,
    // Nothing is limited there, and the session is read more often than
    // anything else.
    address: action === "session"
      ? null
      : readAddress(incoming, settings, head.origin),
    sent: {
      search: search === "" ? "" : `?${search}`,
      headers: () => incoming.headers(),
      body,
      type,
    },
  };
}

/**
 * Reads the head, and warns about a proxy that is not trusted: behind one, all
 * URLs have the proxy's own host, or http. It runs on auth routes only, so that
 * session reads are spared the check.
 */
function withProxyWarning(
  incoming: Incoming,
  settings: Settings,
): RequestHead {
  const head = readHead(incoming, settings);
  if (head.origin !== "null") warnInPublic(settings, head.origin);
  const { origin: used } = head;
  const { origin, key, log } = settings;
  if (origin?.startsWith("http:")) warnOfHttp(incoming, settings);
  if (origin !== null || incoming.isVouched?.()) return head;
  const [scheme, host] = ["proto", "host"].map((name) =>
    incoming.header(`x-forwarded-${name}`)?.split(",")[0]?.trim().toLowerCase()
  );
  const isUsed = (!scheme || used.startsWith(`${scheme}:`)) &&
    (!host || toOrigin(`${used.split(":", 1)[0]}://${host}`) === used);
  if (isUsed || !isFirstWarning(`forwarded ${key}`)) return head;
  const names = [scheme && "X-Forwarded-Proto", host && "X-Forwarded-Host"];
  log.warn(
    "forwarded",
    `A request came with ${
      names.filter(Boolean).join(" and ")
    }, which is not trusted, so ${
      used === "null" ? "its host was refused" : `its origin counts as ${used}`
    }. If a proxy of yours sends this, name it in Express (\`app.set("trust proxy", 1)\` for one proxy); elsewhere set AUTH_URL to the public address, such as AUTH_URL=https://app.example.com.`,
  );
  return head;
}

/**
 * Warns if visitors come by https to an origin that is configured as http: their
 * browsers do not send its forms, so that no later line would say so.
 */
function warnOfHttp(incoming: Incoming, { origin, key, log }: Settings): void {
  const [said] = (incoming.header("x-forwarded-proto") ?? "").split(",");
  const isHttps = said?.trim().toLowerCase() === "https" ||
    incoming.origin()?.startsWith("https:");
  if (!isHttps || !isFirstWarning(`http ${key}`)) return;
  log.warn(
    "http-origin",
    `A request came by https, but AUTH_URL (or \`origin\`) is "${origin}", so browsers drop the cookies or do not send the forms. Write https there, as visitors see it.`,
    [origin ?? ""],
  );
}

/** The result for a path without a route. */
const NOTHING = { action: "", providerId: null };

/**
 * Parses the path. Segments are compared exactly: no decoding, no case folding,
 * no double slash. Only one spelling is served, so no rule in front of the
 * application can be bypassed; a slash at the end is what some frameworks add.
 */
function readPath(
  path: string,
  bases: readonly (string | null | false)[],
): { action: string; providerId: string | null } {
  // Behind a proxy that strips a prefix, the path begins with the inner base
  // path instead.
  const base = bases.find((prefix) => prefix && path.startsWith(`${prefix}/`));
  if (!base) return NOTHING;
  const [action = "", providerId = null, ...rest] = path
    .slice(base.length + 1).replace(/\/$/, "").split("/");
  return rest.length > 0 || providerId === ""
    ? NOTHING
    : { action, providerId };
}

/**
 * Whether the mount path has its configured case. Frameworks ignore case when
 * they mount, and report the client's spelling, which must not become part of a
 * redirect URI. Capital letters have to be configured.
 */
function isSpelledRight(
  mount: Incoming["mount"],
  settings: Settings,
): boolean {
  if (mount === null || mount === false) return true;
  const { basePath } = settings;
  return basePath?.toLowerCase().endsWith(mount.toLowerCase())
    ? basePath.endsWith(mount)
    : mount === mount.toLowerCase();
}
