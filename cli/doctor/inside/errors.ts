/**
 * Reads errors of the library, and their causes.
 *
 * @module
 */

import { withoutStop } from "../sentence.ts";

/** How deep causes may be. */
const MAX_CAUSES = 6;

/** Lists an error and its causes. */
function listCauses(error: unknown): readonly object[] {
  const list: object[] = [];
  let one = Object(error);
  while (list.length < MAX_CAUSES && Object.keys(one).length >= 0) {
    list.push(one);
    const next = one.cause?.err ?? one.cause;
    if (next === null || typeof next !== "object") break;
    one = next;
  }
  return list;
}

/** The errors of OAuth that are in an error: `invalid_client`. */
export function readErrors(error: unknown): readonly string[] {
  const texts = listCauses(error).flatMap((
    one,
  ) => [Reflect.get(one, "error"), Reflect.get(one, "message")]);
  return texts.flatMap((text) =>
    `${text}`.match(/\b(?:invalid|unauthorized)_[a-z]+\b/g) ?? []
  );
}

/** Whether the token endpoint did not accept the client. */
export function isClientRefused(error: unknown): boolean {
  return readErrors(error).includes("invalid_client") ||
    listCauses(error).some((one) =>
      /does not accept the client/.test(`${Reflect.get(one, "message")}`)
    );
}

/** How runtimes say that there is no network, or no such host. */
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|dns error|failed to lookup|network is unreachable|no route to host/i;

/** Whether a request failed because there is no network, or no such host. */
export function isUnreachable(error: unknown): boolean {
  return listCauses(error).some((one) =>
    UNREACHABLE.test(
      `${Reflect.get(one, "code")} ${Reflect.get(one, "message")}`,
    )
  );
}

/** What an error says, with its deepest cause, as a sentence. */
export function describeError(error: unknown): string {
  const texts = listCauses(error).flatMap((one) => {
    const text = Reflect.get(one, "message");
    return typeof text === "string" && text !== "" ? [text] : [];
  });
  const [first = "it failed", ...rest] = texts;
  const last = rest.at(-1);
  const whole = last === undefined || first.includes(last)
    ? first
    : `${withoutStop(first)} (${withoutStop(last)})`;
  return `${withoutStop(whole)}.`;
}
