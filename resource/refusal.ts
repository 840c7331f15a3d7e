import type { AuthErrorOptions } from "../core/errors/auth_error.ts";
import type { HeaderList } from "../core/http/headers.ts";

/** The error codes of a challenge (RFC 6750 section 3.1, RFC 9470 section 3, RFC 9449 section 7.1). */
export type RefusalCode =
  | "invalid_request"
  | "invalid_token"
  | "insufficient_scope"
  | "insufficient_user_authentication"
  | "insufficient_claims"
  | "invalid_dpop_proof"
  | "use_dpop_nonce";

/** A refusal as the client sees it. */
export interface RefusalFacts {
  readonly status: 400 | 401 | 403;
  /** Null: the request has no credentials at all, so nothing about them is wrong. */
  readonly code: RefusalCode | null;
  /** More parameters of the challenge. */
  readonly params?: Readonly<Record<string, string>>;
  /** More headers of the answer. */
  readonly headers?: HeaderList;
}

/**
 * A request is refused. The message is for the log, never for the client: it
 * could help an attacker.
 */
export class Refusal extends Error {
  /** What the client is told. */
  readonly facts: RefusalFacts;

  /** Public URLs in the message, which the log shows even if they look like tokens. */
  shown: readonly string[] = [];

  constructor(
    facts: RefusalFacts,
    message: string,
    options?: AuthErrorOptions,
  ) {
    super(message, options);
    this.name = "Refusal";
    this.facts = facts;
  }
}

/**
 * Returns a text of a token for the log, or to be compared; of any other value
 * only its type. `String` throws for objects that a stranger can write.
 */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : `(${typeof value})`;
}

/** Refuses a token (RFC 6750 section 3.1). */
export function refuseToken(why: string, cause?: unknown): Refusal {
  const facts = { status: 401, code: "invalid_token" } as const;
  return new Refusal(facts, `The access token was refused: ${why}.`, { cause });
}
