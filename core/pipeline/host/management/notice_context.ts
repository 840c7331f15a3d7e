import type { NoticeContext } from "../../../methods/password/notices/notify.ts";
import type { SessionContext } from "../../../request/context.ts";
import type { HostRequest } from "../host_request.ts";

/** Returns the context of a notice about a change on a page of the application: the mail names the device of its request. */
export function toNoticeContext(
  { incoming: { header } }: HostRequest,
  ctx: SessionContext,
): NoticeContext & SessionContext {
  const { isHostNamed } = ctx;
  return { ...ctx, request: { header, isHostNamed } };
}
