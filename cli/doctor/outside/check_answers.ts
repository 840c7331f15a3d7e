/**
 * Finds what the answers of the auth routes say: errors, caches, sign-ins that
 * do not begin.
 *
 * @module
 */

import { type Exchange, readHeader } from "../../probe/http.ts";
import { toPageFound } from "../provider_page.ts";
import type { Found } from "../report.ts";
import {
  type Beginning,
  FORGED,
  listAnswers,
  parseObject,
  readError,
  type Stay,
  type Visit,
} from "./visit.ts";

/** Finds why there are no auth routes where they should be. */
export function checkRoutes({ tried, routes, url }: Visit): Found[] {
  if (routes !== null) return [];
  const paths = tried.map(({ sent }) => sent.path).join(", ");
  for (const answer of tried) {
    const error = readError(answer);
    const { path } = answer.sent;
    if (error === "UnknownAction") {
      const seen =
        `The library answers at ${path}, but knows no such path: it sees another one.`;
      return [{ id: "routes.prefix", seen }];
    }
    if (error !== null) return [toFailure(answer, error)];
  }
  const statuses = tried.map(({ status }) => status).join(", ");
  const seen =
    `No auth routes were found: ${url.origin} answered ${statuses} at ${paths}.`;
  return [{ id: "routes.missing", seen }];
}

/** The findings of errors that any route may answer. */
const ERRORS: Readonly<Record<string, Found["id"]>> = {
  UntrustedHost: "host.untrusted",
  Configuration: "server.configuration",
  CrossSiteRequest: "origin.refused",
  MissingCSRF: "cookies.lost",
  InvalidCheck: "cookies.lost",
  RateLimited: "limits.reached",
  StoreError: "server.storage",
  AdapterError: "server.storage",
  ProviderUnavailable: "server.provider",
};

function toFailure(answer: Exchange, error: string): Found {
  const { sent: { method, path: whole }, status, body } = answer;
  const [path = ""] = whole.split("?", 1);
  const { ref } = parseObject(body);
  return {
    id: ERRORS[error] ?? "server.failure",
    seen: `${method} ${path} answered ${status} ${error} (ref ${ref}).`,
  };
}

/** Finds a cache in front of routes that answer each browser alone. */
export function checkCaches({ stay, routes }: Visit): Found[] {
  if (stay === null) return [];
  const { sessions, fresh } = stay;
  const tokens = fresh.map(({ body }) => parseObject(body).csrfToken);
  const isSame = tokens[0] !== undefined && tokens[0] === tokens[1];
  const hit = [...sessions, ...fresh].map(describeHit).find(Boolean);
  const seen = hit ??
    (isSame
      ? `The route ${routes?.base}/csrf gave two visitors the same token.`
      : null);
  if (seen !== null) return [{ id: "cache.session", seen }];
  const open = listAnswers(stay).find((one) =>
    !/\bno-store\b|\bprivate\b/.test(readHeader(one, "cache-control")) &&
    one.status < 400
  );
  if (open === undefined) return [];
  const control = readHeader(open, "cache-control");
  return [{
    id: "cache.allowed",
    seen: `The answer of ${open.sent.path} came with ${
      control === "" ? "no Cache-Control" : `Cache-Control: ${control}`
    }.`,
  }];
}

/** Says by which header an answer came out of a cache. */
function describeHit(answer: Exchange): string | null {
  const age = Number(readHeader(answer, "age") || 0);
  const names = [
    "x-cache",
    "cf-cache-status",
    "x-cache-status",
    "cache-status",
  ];
  const name = names.find((one) => /\bhit\b/i.test(readHeader(answer, one)));
  if (name === undefined && !(age > 0)) return null;
  const header = name ?? "age";
  return `The answer of ${answer.sent.path} came out of a cache (${header}: ${
    readHeader(answer, header)
  }).`;
}

/** Finds sign-ins that do not begin. */
export function checkBeginnings(visit: Visit): Found[] {
  const { stay } = visit;
  return stay === null
    ? []
    : stay.beginnings.flatMap((one) => checkBeginning(one, stay));
}

function checkBeginning(
  { answer, leads, provider, returned }: Beginning,
  stay: Stay,
): Found[] {
  const error = readError(answer);
  if (error === null && leads !== null) return checkReturn(returned);
  const { sent: { method, path }, status, failure } = answer;
  const said = failure === "" ? `${status}` : failure;
  // Without cookies this follows from that.
  if (error === "MissingCSRF" && isCookieless(stay)) return [];
  const found: Found = error === null
    ? { id: "server.failure", seen: `${method} ${path} answered ${said}.` }
    : toFailure(answer, error);
  const isBody = error === "Configuration" && stay.page.status < 400;
  return [{
    ...found,
    id: isBody ? "body.read" as const : found.id,
    seen: isBody
      ? `Pages work, but ${found.seen.replace(/\.$/, "")}, for ${provider.id}.`
      : found.seen,
  }];
}

/** A visitor who presses "cancel" at the provider is told just that. */
function checkReturn(returned: Exchange | null): Found[] {
  const error = returned && readError(returned);
  const isFault = error === "InvalidCheck" || error === "StoreError" ||
    error === "AdapterError";
  return returned !== null && isFault ? [toFailure(returned, error)] : [];
}

function isCookieless({ fresh }: Stay): boolean {
  return fresh.every(({ headers }) => headers["set-cookie"] === undefined);
}

/** Finds redirect URIs that lead elsewhere than to the public address. */
export function checkCallbacks({ url, routes, stay }: Visit): Found[] {
  if (routes === null || stay === null) return [];
  return routes.providers.flatMap(({ id, type, callbackUrl }) => {
    const begun = stay.beginnings.find(({ provider }) => provider.id === id);
    const real = begun?.redirectUri ?? callbackUrl;
    const isRedirected = /^(?:oauth|oidc)$/.test(type);
    if (!isRedirected || !URL.canParse(real)) return [];
    const right = `${url.origin}${routes.base}/callback/${id}`;
    const named = real === begun?.redirectUri ? "redirect URI" : "callback URL";
    const seen = `The ${named} of ${id} is ${real}, not ${right}.`;
    return toDifference(new URL(real), new URL(right), seen);
  }).slice(0, 1);
}

function toDifference(real: URL, right: URL, seen: string): Found[] {
  if (real.host !== right.host) return [{ id: "callback.host", seen }];
  if (real.protocol !== right.protocol) {
    return [{ id: "callback.scheme", seen }];
  }
  return real.pathname === right.pathname
    ? []
    : [{ id: "callback.path", seen }];
}

/** Finds a header of the visitor that decides which host the application has. */
export function checkForwarded({ stay, isLocal }: Visit): Found[] {
  if (stay === null || isLocal || !stay.forwarded.body.includes(FORGED)) {
    return [];
  }
  const seen =
    `A request with X-Forwarded-Host: ${FORGED} was answered with callback URLs of that host.`;
  return [{ id: "proxy.host", seen }];
}

/** Finds what providers say of the client. */
export function checkProviders({ stay }: Visit): Found[] {
  return (stay?.beginnings ?? []).flatMap(({ provider, redirectUri, page }) => {
    const callback = redirectUri ?? provider.callbackUrl;
    return page === null ? [] : toPageFound(provider.id, page, callback);
  });
}
