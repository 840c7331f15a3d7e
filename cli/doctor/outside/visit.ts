/**
 * What a visit to an application has seen. Checks read it, and send nothing.
 *
 * @module
 */

import type { Exchange } from "../../probe/http.ts";
import type { ProviderPage } from "../provider_page.ts";
import { type ArrivedCookie, parseCookie } from "./cookies.ts";

/** What the connection says. */
export interface TlsFacts {
  /** The reason why the certificate is not trusted; empty: it is. */
  readonly distrust: string;
  readonly protocol: string;
  readonly hasHttp2: boolean;
  /** When the certificate ends, in milliseconds since the epoch. */
  readonly ends: number;
}

/** A provider, as `/providers` lists it. */
export interface ListedProvider {
  readonly id: string;
  readonly type: string;
  readonly callbackUrl: string;
}

/** The auth routes that were found. */
export interface Routes {
  /** Their path. */
  readonly base: string;
  readonly providers: readonly ListedProvider[];
}

/** The beginning of a sign-in by one provider. */
export interface Beginning {
  readonly provider: ListedProvider;
  readonly answer: Exchange;
  /** Where the visitor is sent; null: nowhere. */
  readonly leads: URL | null;
  /** The redirect URI in it; null: it is not in the URL. */
  readonly redirectUri: string | null;
  readonly page: ProviderPage | null;
  /** The answer to a visitor who comes back without a code; null: not asked. */
  readonly returned: Exchange | null;
}

/** Answers of the auth routes. */
export interface Stay {
  readonly page: Exchange;
  /** Two answers of `/session` to somebody without cookies. */
  readonly sessions: readonly Exchange[];
  /** Two answers of `/csrf` to somebody without cookies, one after the other. */
  readonly fresh: readonly Exchange[];
  /** Answers of `/csrf` to the cookies of the first of these. */
  readonly returned: readonly Exchange[];
  /** An answer that sets several cookies, if they arrive. */
  readonly several: Exchange;
  /** `/providers`, asked with headers of a proxy that name another host. */
  readonly forwarded: Exchange;
  readonly beginnings: readonly Beginning[];
}

/** A visit. */
export interface Visit {
  readonly url: URL;
  /** Whether it is a server of a developer: http on this machine. */
  readonly isLocal: boolean;
  readonly tls: TlsFacts | null;
  /** The answer over http; null: there is none. */
  readonly plain: Exchange | null;
  /** The answers of the places where the auth routes may be. */
  readonly tried: readonly Exchange[];
  readonly routes: Routes | null;
  readonly stay: Stay | null;
  /** Our time when the last answer came, in milliseconds since the epoch. */
  readonly now: number;
}

/** The host that nobody has, which a forged header names. */
export const FORGED = "doctor.invalid";

/** Lists the answers of the auth routes. */
export function listAnswers(stay: Stay): readonly Exchange[] {
  const { page, sessions, fresh, returned, several, beginnings } = stay;
  return [
    page,
    ...sessions,
    ...fresh,
    ...returned,
    several,
    ...beginnings.map(({ answer }) => answer),
  ];
}

/** The cookies that answers set. */
export function listCookies(
  exchanges: readonly Exchange[],
): readonly ArrivedCookie[] {
  return exchanges.flatMap(({ headers }) => headers["set-cookie"] ?? [])
    .map(parseCookie);
}

/** The type of the library's error in an answer; null: it is none. */
export function readError({ body }: Exchange): string | null {
  const { error, ref } = parseObject(body);
  return typeof error === "string" && typeof ref === "string" ? error : null;
}

/** Reads JSON; an object without members if it is no object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text);
    return value?.constructor === Object ? value : {};
  } catch {
    return {};
  }
}
