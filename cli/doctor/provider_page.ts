/**
 * The first page that a provider shows, and what it says of the client.
 *
 * @module
 */

import {
  type Connection,
  createClient,
  type Exchange,
  readHeader,
} from "../probe/http.ts";

import type { Found } from "./report.ts";
import { withoutStop } from "./sentence.ts";

/** What became of an authorization request. */
export interface ProviderPage {
  /** What is wrong; null: nothing that can be seen. */
  readonly fault: "redirect-uri" | "client" | "scope" | "other" | null;
  /** What the provider said, shortly; empty: nothing. */
  readonly said: string;
  /** The reason why there was no answer; empty: there was one. */
  readonly failure: string;
  /** The provider's time, in milliseconds since the epoch; NaN: not known. */
  readonly date: number;
}

/** Sends one request of a browser that follows a link. */
export type Get = (url: URL) => Promise<Exchange>;

const MAX_REDIRECTS = 5;

const BROWSER_HEADERS = {
  Accept: "text/html,application/xhtml+xml",
  "Accept-Language": "en",
  "User-Agent": "Mozilla/5.0 (compatible; latchkey-doctor)",
};

/** Creates what gets a page, as a browser would. */
export function createGet(limit: number, connection: Connection): Get {
  return async (url) => {
    const client = createClient(url, limit, connection);
    try {
      return await client.send({
        method: "GET",
        path: `${url.pathname}${url.search}`,
        headers: BROWSER_HEADERS,
        secrets: [],
        note: "",
      });
    } finally {
      client.close();
    }
  };
}

/** Opens the URL that a sign-in leads to, up to the first page. */
export async function openProvider(
  start: URL,
  callback: string,
  get: Get,
): Promise<ProviderPage> {
  let url = start;
  let date = NaN;
  for (let i = 0; i < MAX_REDIRECTS; i++) {
    const answer = await get(url);
    if (answer.failure !== "") {
      return { ...NOTHING, failure: answer.failure, date };
    }
    date = Date.parse(readHeader(answer, "date"));
    const next = findNext(answer, url);
    if (next === null) return { ...readPage(answer, url), date };
    const isBack = next.href.startsWith(callback);
    if (isBack || next.searchParams.has("error")) {
      return { ...readReturn(next), date };
    }
    url = next;
  }
  return { ...NOTHING, date };
}

const NOTHING = { fault: null, said: "", failure: "" } as const;

/** A page without its time. */
type Read = Omit<ProviderPage, "date">;

function findNext(answer: Exchange, url: URL): URL | null {
  const location = readHeader(answer, "location");
  const isRedirect = answer.status >= 300 && answer.status < 400;
  if (!isRedirect || !URL.canParse(location, url)) return null;
  const next = new URL(location, url);
  return /^https?:$/.test(next.protocol) ? next : null;
}

/** Errors that are no fault: they say that nobody is signed in there. */
const ORDINARY = /^(?:login|interaction|consent|account_selection)_required$/;

function readReturn({ searchParams }: URL): Read {
  const error = searchParams.get("error") ?? "";
  const text = searchParams.get("error_description") ?? "";
  if (error === "" || ORDINARY.test(error)) {
    return NOTHING;
  }
  const said = [error, text].filter(Boolean).join(": ");
  return { fault: findFault(said) ?? "other", said, failure: "" };
}

/** Codes that a page may have although its status is 200. */
const CODES = /\bAADSTS(?:50011|700016|90102|650053)\b/;

function readPage({ status, body }: Exchange, url: URL): Read {
  const [code = ""] = CODES.exec(body) ?? [];
  const isError = status >= 400 || code !== "" ||
    /\berror\b/i.test(url.pathname);
  if (!isError) return NOTHING;
  const text = [readAddress(url), code, toText(body)].join(" ").trim();
  const fault = findFault(text) ?? "other";
  return { fault, said: `${status} ${toExcerpt(text, fault)}`, failure: "" };
}

/** Google says the error in a parameter. */
function readAddress({ searchParams }: URL): string {
  const coded = searchParams.get("authError") ?? "";
  try {
    return atob(coded.replaceAll("-", "+").replaceAll("_", "/"))
      .replace(/[^ -~]+/g, " ");
  } catch {
    return "";
  }
}

const FAULTS = [
  [
    "redirect-uri",
    /redirect[ _-]?ur[il]|callback ur[il]|reply ur[il]|AADSTS50011/i,
  ],
  [
    "client",
    /(?:invalid|unknown|unauthorized|missing)[ _-]client|client[ _-]?(?:id|not found)|application (?:was )?not found|AADSTS700016/i,
  ],
  ["scope", /scope|AADSTS650053/i],
] as const;

function findFault(text: string): ProviderPage["fault"] {
  return FAULTS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function toText(html: string): string {
  return html.slice(0, 20_000)
    .replace(/<style\b[^<]*<\/style>|<script\b[^<]*<\/script>/gi, " ")
    .replace(/<[^<>]*>/g, " ").replace(/\s+/g, " ").trim();
}

/** The part of a text that names the fault. */
function toExcerpt(text: string, fault: string): string {
  const pattern = FAULTS.find(([name]) => name === fault)?.[1];
  const at = pattern === undefined ? 0 : Math.max(text.search(pattern) - 40, 0);
  return withoutStop(text.slice(at, at + 120));
}

/** What the page of a provider says, as findings. */
export function toPageFound(
  id: string,
  { fault, said }: ProviderPage,
  callback: string,
): Found[] {
  if (fault === null) return [];
  const seen = `The provider ${id} said: ${said}.`;
  const mend = `Register exactly ${callback} at the provider.`;
  return fault === "redirect-uri"
    ? [{ id: "provider.redirect-uri", seen, mend }]
    : [{ id: `provider.${fault}`, seen }];
}
