/**
 * Visits an application as a browser does, and notes what it sees.
 *
 * @module
 */

import { rootCertificates } from "node:tls";
import { isLoopback } from "../../probe/loopback.ts";
import {
  type Connection,
  createClient,
  type Exchange,
  readHeader,
} from "../../probe/http.ts";
import { createGet, type Get } from "../provider_page.ts";
import { type Ask, createAsk } from "./ask.ts";
import { beginAt } from "./begin.ts";
import { toCookieHeader } from "./cookies.ts";
import { readTls } from "./tls.ts";
import {
  FORGED,
  listCookies,
  type ListedProvider,
  parseObject,
  type Routes,
  type Stay,
  type Visit,
} from "./visit.ts";

/** How an application is visited. */
export interface WalkOptions {
  readonly url: URL;
  /** The milliseconds that each request may take. */
  readonly timeout: number;
  /** Where to connect for https, and whom to trust. */
  readonly connection: Connection;
  /** Where http is served. Default: port 80 of the host. */
  readonly plain: Connection["address"];
  now(): number;
}

/** Headers of a proxy, as a visitor could send them. */
const REDIRECTED = {
  "Forwarded": `host=${FORGED}`,
  "X-Forwarded-Host": FORGED,
};

/** Requests to a process that may be another one each time. */
const REPEATS = 6;

/** The most providers whose sign-in is begun. */
const MAX_PROVIDERS = 8;

/**
 * Visits an application.
 *
 * @throws Error if it does not answer, or leads elsewhere
 */
export async function walk(options: WalkOptions): Promise<Visit> {
  const { url, timeout, connection, now } = options;
  const isSecure = url.protocol === "https:";
  const tls = isSecure ? await readTls(url, connection, timeout) : null;
  // What else is wrong can be seen although browsers would stop here.
  const isLax = tls !== null && tls.distrust !== "";
  const client = createClient(url, timeout, { ...connection, isLax });
  try {
    const ask = createAsk(client);
    const { tried, routes } = await findRoutes(url, ask);
    const get = createGet(timeout, toTrust(connection));
    const stay = routes && await visitRoutes(url, routes, { ask, get });
    return {
      url,
      isLocal: !isSecure && isLoopback(url),
      tls,
      plain: isSecure ? await askPlain(options) : null,
      ...{ tried, routes, stay },
      now: now(),
    };
  } finally {
    client.close();
  }
}

/** Whom to trust elsewhere: the usual authorities, too. */
function toTrust({ ca = [] }: Connection): Connection {
  return ca.length === 0 ? {} : { ca: [...rootCertificates, ...ca] };
}

async function askPlain(
  { url, timeout, plain = null }: WalkOptions,
): Promise<Exchange | null> {
  const address = new URL(`http://${url.hostname}/`);
  // The public port is not 443, so the one of http is not known.
  if (plain === null && url.port !== "") return null;
  const client = createClient(address, timeout, { address: plain });
  try {
    const answer = await createAsk(client)("/", { headersOnly: true });
    return answer.failure === "" ? answer : null;
  } finally {
    client.close();
  }
}

async function findRoutes(
  url: URL,
  ask: Ask,
): Promise<Pick<Visit, "tried" | "routes">> {
  const given = url.pathname.replace(/\/$/, "");
  const bases = [given, `${given}/auth`, `${given}/api/auth`].filter(Boolean);
  const tried: Exchange[] = [];
  for (const base of bases) {
    const answer = await ask(`${base}/providers`);
    if (answer.failure !== "") {
      throw new Error(`${url.origin} does not answer: ${answer.failure}.`);
    }
    assertStays(url, answer);
    tried.push(answer);
    const providers = readProviders(answer);
    if (providers !== null) return { tried, routes: { base, providers } };
  }
  return { tried, routes: null };
}

/** @throws Error if another origin is the public one */
function assertStays(url: URL, answer: Exchange): void {
  const location = readHeader(answer, "location");
  const isRedirect = answer.status >= 300 && answer.status < 400;
  if (!isRedirect || !URL.canParse(location, url)) return;
  const { origin } = new URL(location, url);
  if (origin === url.origin) return;
  throw new Error(`${url.origin} leads to ${origin}: examine that one.`);
}

function readProviders(
  { status, body }: Exchange,
): readonly ListedProvider[] | null {
  const listed = Object.values(parseObject(body));
  const isList = status === 200 && body.trim().startsWith("{") &&
    listed.every(isProvider);
  return isList ? listed.filter(isProvider) : null;
}

function isProvider(value: unknown): value is ListedProvider {
  const { id, type, callbackUrl } = Object(value);
  return [id, type, callbackUrl].every((one) => typeof one === "string");
}

async function visitRoutes(
  url: URL,
  { base, providers }: Routes,
  { ask, get }: { readonly ask: Ask; readonly get: Get },
): Promise<Stay> {
  const repeat = (count: number, send: () => Promise<Exchange>) =>
    Promise.all(Array.from({ length: count }, send));
  const html = { Accept: "text/html" };
  const page = await ask(`${base}/signin`, { headers: html });
  const fresh = [await ask(`${base}/csrf`), await ask(`${base}/csrf`)];
  const first = fresh.slice(0, 1);
  const cookie = toCookieHeader(listCookies(first), url);
  const headers = { Cookie: cookie };
  const { csrfToken } = parseObject(first[0]?.body ?? "");
  const begin = (provider: ListedProvider) => {
    const form = { csrfToken: `${csrfToken}` };
    return beginAt({ url, base, provider, ask }, { get, headers, form });
  };
  const oauth = providers.filter(({ type }) => /^(?:oauth|oidc)$/.test(type));
  return {
    page,
    fresh,
    sessions: await repeat(2, () => ask(`${base}/session`)),
    returned: await repeat(
      REPEATS,
      () => ask(`${base}/csrf`, { headers }),
    ),
    several: await ask(`${base}/session`, {
      headers: { Cookie: toStale(first) },
    }),
    forwarded: await ask(`${base}/providers`, { headers: REDIRECTED }),
    beginnings: await Promise.all(oauth.slice(0, MAX_PROVIDERS).map(begin)),
  };
}

/** A session that is over, in two parts: each is removed by a cookie. */
function toStale(exchanges: readonly Exchange[]): string {
  const [{ name = "latchkey.csrf" } = {}] = listCookies(exchanges);
  const session = name.replace(/csrf$/, "session");
  return `${session}.0=over; ${session}.1=over`;
}
