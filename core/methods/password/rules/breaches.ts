import { toHex } from "../../../crypto/hex.ts";
import { readCapped } from "../../../http/stream.ts";
import type { BreachService } from "../../../providers/password_rules.ts";
import type { Log } from "../../../runtime/log.ts";
import { limitTime } from "../../../runtime/timeout.ts";

/** Milliseconds. A visitor waits meanwhile. */
const TIME_LIMIT = 800;

/** Bytes. A padded range has about a thousand lines of forty. */
const MAX_BODY = 262_144;

/**
 * Returns whether a password is known from a breach. The service learns the
 * first five digits of its SHA-1 digest, which it shares with hundreds of
 * others, and the padding hides from the network how many there are. If the
 * service fails, the password is accepted: an outage of another server must not
 * keep users out.
 */
export async function isBreached(
  service: BreachService,
  password: string,
  log: Pick<Log, "warn">,
): Promise<boolean> {
  const digest = await toSha1(password);
  const answer = await ask(service, digest.slice(0, 5));
  if ("range" in answer) return hasSuffix(answer.range, digest.slice(5));
  log.warn(
    "breaches",
    `The service of breached passwords could not be asked: ${answer.reason}. The password is accepted. The option \`breaches\` of \`Password\` takes the URL of a mirror.`,
  );
  return false;
}

/** The lines of a range, or why there are none. */
type Answer = { readonly range: string } | { readonly reason: string };

/** Whether a range has the rest of a digest. Lines of padding have the count 0. */
function hasSuffix(range: string, suffix: string): boolean {
  return range.split("\n").some((line) => {
    const [digits, count] = line.trim().split(":");
    return digits?.toUpperCase() === suffix && Number(count) > 0;
  });
}

/** A reason says nothing of the request, whose path is part of the digest. */
async function ask(service: BreachService, prefix: string): Promise<Answer> {
  const abort = new AbortController();
  try {
    return await limitTime(
      fetchRange(service, prefix, abort.signal),
      TIME_LIMIT,
      "An answer",
      (reason) => abort.abort(reason),
    );
  } catch {
    const reason =
      `the connection failed, or took longer than ${TIME_LIMIT} ms`;
    return { reason };
  }
}

async function fetchRange(
  { url, fetch }: BreachService,
  prefix: string,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`${url}${prefix}`, {
    headers: { "add-padding": "true" },
    redirect: "manual",
    signal,
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    return { reason: `it answered with status ${response.status}` };
  }
  const body = await readCapped(response.body, MAX_BODY);
  return body === null
    ? { reason: `its answer is over ${MAX_BODY} bytes` }
    : { range: new TextDecoder().decode(body) };
}

/** Returns the SHA-1 digest in upper case, as the service has it. */
async function toSha1(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", bytes));
  return toHex(digest).toUpperCase();
}
