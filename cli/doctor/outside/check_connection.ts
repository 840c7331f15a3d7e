/**
 * Finds what is wrong with the connection: TLS, the redirect to it, the clock.
 *
 * @module
 */

import { readHeader } from "../../probe/http.ts";
import type { Found } from "../report.ts";
import type { Visit } from "./visit.ts";

const DAY = 86_400_000;

/** The seconds of clocks that differ without harm. */
const MAX_SKEW = 60;

/** The shortest time of HSTS that protects the next visit, in seconds. */
const MIN_HSTS = 30 * 86_400;

/** Finds what is wrong with TLS. */
export function checkTls({ tls, now }: Visit): Found[] {
  if (tls === null) return [];
  const { distrust, protocol, hasHttp2, ends } = tls;
  const found: Found[] = [];
  if (distrust !== "") {
    const seen = `The certificate is not trusted: ${distrust}.`;
    found.push({ id: "tls.certificate", seen });
  } else if (ends - now < 14 * DAY) {
    const days = Math.max(Math.floor((ends - now) / DAY), 0);
    const seen = `The certificate ends in ${days} days.`;
    found.push({ id: "tls.expires", seen });
  }
  if (/^TLSv1(?:\.1)?$|^SSL/.test(protocol)) {
    found.push({ id: "tls.version", seen: `The server chose ${protocol}.` });
  }
  if (!hasHttp2) {
    const seen = "The server does not offer HTTP/2.";
    found.push({ id: "tls.http2", seen });
  }
  return found;
}

/** Finds http that does not lead to https. */
export function checkRedirect({ plain, url }: Visit): Found[] {
  if (plain === null) return [];
  const location = readHeader(plain, "location");
  const leads = plain.status >= 300 && plain.status < 400 &&
    URL.canParse(location) && new URL(location).protocol === "https:";
  if (leads) return [];
  const seen =
    `The address http://${url.hostname}/ answered ${plain.status} instead of leading to https.`;
  return [{ id: "tls.redirect", seen }];
}

/** Finds that browsers are not told to stay with https. */
export function checkHsts({ url, stay }: Visit): Found[] {
  if (url.protocol !== "https:" || stay === null) return [];
  const header = readHeader(stay.page, "strict-transport-security");
  const [, age = "0"] = /max-age="?(\d+)/i.exec(header) ?? [];
  if (Number(age) >= MIN_HSTS) return [];
  const seen = header === ""
    ? "Strict-Transport-Security is missing."
    : `Strict-Transport-Security is ${header}.`;
  return [{ id: "tls.hsts", seen }];
}

/** Finds a clock that differs from ours. */
export function checkClock({ stay, now }: Visit): Found[] {
  const { page } = stay ?? {};
  const date = page === undefined ? NaN : Date.parse(readHeader(page, "date"));
  const skew = Math.round((date - now) / 1000);
  if (!(Math.abs(skew) > MAX_SKEW)) return [];
  const seen = `The server's clock is ${Math.abs(skew)} seconds ${
    skew > 0 ? "ahead of" : "behind"
  } the one of this computer.`;
  return [{ id: "clock.server", seen }];
}
