import type { Session } from "../../core/model/model.ts";
import type { Reply } from "../../core/pipeline/answer.ts";
import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import { send } from "../../server/send.ts";
import { Catch, HttpException } from "./common.ts";
import { toBody, toResponse } from "./host.ts";
import type { NestParts } from "./parts.ts";
import type { NestAuthRequest, NestContext } from "./types.ts";

/**
 * The refusal of a request. Nest answers a program with the status and the JSON
 * of this exception, and a browser with the redirect or the page.
 */
export class AuthRefusal extends HttpException {}

/** The answers that belong to refusals. */
const replies = new WeakMap<AuthRefusal, Reply>();

const anonymous = {
  error: "SignInRequired",
  code: null,
  message: "Sign in to see this.",
};
const forbidden = {
  error: "AccessDenied",
  code: null,
  message: "You may not see this.",
};

function toRefusal(reply: Reply): AuthRefusal {
  const { body, status } = reply;
  const isPage = body === null || !("json" in body);
  const json = isPage
    ? status < 400 ? anonymous : forbidden
    : body.json as object;
  // By its status, GraphQL tells an exception of HTTP.
  const refusal = new AuthRefusal({ statusCode: status, ...json }, status);
  replies.set(refusal, reply);
  return refusal;
}

/** Returns the whole answer to a request that is refused. */
export function toReply(refusal: AuthRefusal): Reply {
  // The application may throw one itself.
  return replies.get(refusal) ?? {
    status: refusal.getStatus(),
    headers: [],
    cookies: [],
    body: { json: refusal.getResponse() },
  };
}

/** Sends the pages of refusals, which are for browsers. */
export class RefusalFilter {
  /** Sends a refusal; in GraphQL, it is the error of the resolver. */
  catch(refusal: AuthRefusal, context: NestContext): unknown {
    if (context.getType() !== "http") return refusal;
    const [, response] = context.getArgs();
    send(toResponse(response as object), toReply(refusal));
  }
}
Catch(AuthRefusal)(RefusalFilter);

/** Lets a request pass, or throws the refusal. */
export async function requireSession(
  { host, nest }: NestParts,
  request: NestAuthRequest,
  options: RequireOptions<Session>,
): Promise<Session> {
  const passage = await host.guard(request, options, () => toBody(request));
  if (passage.kind === "refused") throw toRefusal(passage.reply);
  nest.write(request, passage.cookies, true);
  return passage.session;
}
