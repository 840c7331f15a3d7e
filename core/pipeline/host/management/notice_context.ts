import type { ChangeContext } from "../../../methods/password/notices/notify.ts";
import { createUrls, type SessionContext } from "../../../request/context.ts";
import { toBasePath } from "../../../request/request_head.ts";
import type { HostRequest } from "../host_request.ts";

/**
 * Returns the context of a notice about a change on a page of the application:
 * the mail names the device of its request, and its link leads to where the auth
 * routes are mounted.
 */
export function toNoticeContext(
  { incoming }: HostRequest,
  ctx: SessionContext,
): ChangeContext {
  const { isHostNamed, origin, settings } = ctx;
  const { header } = incoming;
  return {
    ...ctx,
    request: { header, isHostNamed },
    // The mount is looked for only if there is a mail.
    url: (...segments) =>
      createUrls(origin, toBasePath(settings, incoming.mount ?? null))(
        ...segments,
      ),
  };
}
