import type { ResolvedOAuth } from "./oauth_provider.ts";

/** Response modes of a JWT (JARM section 2.3) in which a callback can receive it. */
const JARM_MODES: readonly string[] = [
  "jwt",
  "query.jwt",
  "form_post.jwt",
];

/** Whether authorization responses are signed: JWTs in `response` (JARM). */
export function isJarm({ authorization }: ResolvedOAuth): boolean {
  return JARM_MODES.some((mode) => mode === authorization.params.response_mode);
}
