/**
 * Guards of routes that pages of this origin send forms and requests to.
 *
 * @module
 */

import { resolveSettings } from "../../../config/resolve_settings.ts";
import {
  type AuthError,
  CrossSiteRequest,
  MissingCSRF,
} from "../../../errors/errors.ts";
import { assertOwnPage } from "../../../session/csrf.ts";
import type { GuardedRequest } from "./options.ts";
import { visit } from "../session_access.ts";
import { type Passage, toErrorAnswer, toRefusedPassage } from "./answers.ts";

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Refuses a request that changes something and was not sent by a page of this origin. */
export async function refuseForeign(
  request: GuardedRequest,
  passage: Passage,
): Promise<Passage> {
  const incoming = request.whole();
  if (passage.kind === "refused" || SAFE_METHODS.includes(incoming.method)) {
    return passage;
  }
  const { value: error } = await visit<AuthError | null>(request, {
    name: null,
    refused: null,
    act: async (ctx) => {
      const { header, headers } = incoming;
      const token = () => findToken(request);
      const value = await assertOwnPage(ctx, { header, headers, token })
        .then(() => null, toFault);
      return { value, cookies: [] };
    },
  });
  if (error === null) return passage;
  const settings = resolveSettings(await request.getConfig(), incoming.env);
  const answer = await toErrorAnswer(incoming, settings, error);
  return toRefusedPassage(answer, passage.cookies);
}

function toFault(error: unknown): AuthError {
  if (error instanceof CrossSiteRequest || error instanceof MissingCSRF) {
    return error;
  }
  throw error;
}

async function findToken({ fields }: GuardedRequest): Promise<string | null> {
  const all = await fields() as { csrfToken?: unknown } | null | undefined;
  const token = typeof all === "object" ? all?.csrfToken : null;
  return typeof token === "string" ? token : null;
}
