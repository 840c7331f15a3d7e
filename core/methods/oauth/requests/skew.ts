import * as oauth from "oauth4webapi";

/** Says which time claim was wrong and by how much: usually a clock is off. */
export function toSkew(error: unknown): string {
  if (!(error instanceof oauth.OperationProcessingError)) return "";
  if (error.code !== oauth.JWT_TIMESTAMP_CHECK) return "";
  const { claims, claim, now } = error.cause as {
    claims: Readonly<Record<string, unknown>>;
    claim: string;
    now: number;
  };
  const seconds = Math.round(Number(claims[claim]) - now);
  return `: the ID token's ${claim} is ${seconds} s from now; compare the clocks`;
}
