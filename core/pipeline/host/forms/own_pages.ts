/**
 * Parts for sign-in pages of the application.
 *
 * @module
 */

import type { PageProvider } from "../../../config/pages/page_models.ts";
import { hidden } from "../../../pages/parts.ts";
import { toPageProviders } from "../../../request/app_providers.ts";
import { createUrls } from "../../../request/context.ts";
import { type Incoming, toBasePath } from "../../../request/request_head.ts";
import { readCsrfToken } from "../../../session/csrf.ts";
import type { HostRequest } from "../host_request.ts";
import { visitAnew } from "../errands.ts";
import { type Visit, visit } from "../session_access.ts";

/**
 * Returns the CSRF token of a request's browser, made once per request object.
 */
export async function visitCsrfToken(
  request: HostRequest,
): Promise<Visit<string>> {
  return await visit(request, {
    name: "csrf",
    refused: "",
    act: async (ctx) => {
      const { token, cookies } = await readCsrfToken(ctx);
      return { value: token, cookies };
    },
  });
}

/** Returns the hidden field of a form, as HTML. */
export async function makeCsrfField(
  request: HostRequest,
): Promise<Visit<string>> {
  const { value: csrfToken, cookies } = await visitCsrfToken(request);
  return { value: hidden({ csrfToken }).html.trim(), cookies };
}

/** Lists the providers as the built-in sign-in page shows them. */
export async function listProviders(
  request: HostRequest<Incoming>,
): Promise<readonly PageProvider[]> {
  const { value } = await visitAnew<readonly PageProvider[]>(request, {
    refused: [],
    changes: false,
    act: ({ settings, effects, origin }) => {
      const url = createUrls(
        origin,
        toBasePath(settings, request.incoming.mount),
      );
      return {
        value: toPageProviders({ settings, effects, url }),
        cookies: [],
      };
    },
  });
  return value;
}
