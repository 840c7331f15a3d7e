/**
 * Describes requests and answers for people, without tokens.
 *
 * @module
 */

import type { Exchange } from "./http.ts";

/** Headers that every request has, and says nothing by. */
const ORDINARY: ReadonlySet<string> = new Set([
  "accept",
  "content-type",
  "mcp-method",
]);

/** The headers of an answer that findings are about. */
const TELLING = [
  "content-type",
  "www-authenticate",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-expose-headers",
  "cache-control",
  "vary",
  "location",
];

/** The longest text of a header or a path that is shown. */
const MAX_TEXT = 200;

/** Describes a request. */
export function describeSent(
  { sent }: Exchange,
  secrets: ReadonlySet<string>,
): string {
  const headers = Object.entries(sent.headers)
    .filter(([name]) => !ORDINARY.has(name.toLowerCase()))
    .flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}: ${toShown(one, secrets)}`)
    );
  const isForm = sent.body?.startsWith("access_token=");
  const [, call] = /"method":"([\w/]+)"/.exec(sent.body ?? "") ?? [];
  const body = isForm ? "body access_token=<token>" : call && `body ${call}`;
  const text = [
    `${sent.method} ${toShown(sent.path, secrets)}`,
    ...headers,
    ...(body ? [body] : []),
  ].join("; ");
  return sent.note === "" ? text : `${text} (${toShown(sent.note, secrets)})`;
}

/** Describes an answer. */
export function describeAnswer(
  exchange: Exchange,
  secrets: ReadonlySet<string>,
): string {
  if (exchange.failure !== "") return toShown(exchange.failure, secrets);
  const headers = TELLING.flatMap((name) =>
    (exchange.headers[name] ?? [])
      .map((value) => `${name}: ${toShown(value, secrets)}`)
  );
  return [`${exchange.status}`, ...headers].join("; ");
}

/** A JWT, whole or cut. */
const JWT = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g;

/** Takes out tokens and what must not reach a terminal, and shortens a text. */
export function toShown(
  text: string,
  secrets: ReadonlySet<string>,
  max: number = MAX_TEXT,
): string {
  let shown = text;
  for (const secret of secrets) shown = shown.replaceAll(secret, "<token>");
  shown = shown.replace(JWT, "<token>")
    // deno-lint-ignore no-control-regex -- these are the ones to replace
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "?");
  return shown.length > max ? `${shown.slice(0, max)}…` : shown;
}
