import type { ConfigSource } from "../../config/config.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import type { Incoming } from "../../request/request_head.ts";
import type { Reply } from "../answer.ts";
import { loadPipeline } from "../load_pipeline.ts";
import type { UpdateOptions } from "./auth_instance.ts";
import { createFunctions } from "./create_functions.ts";
import { onChange, recordReply } from "./current.ts";
import type { VerifyEmailOptions } from "./forms/form_types.ts";
import type { Passage } from "./guards/answers.ts";
import type { RequireOptions } from "./guards/options.ts";
import type { HostFunctions } from "./host_functions.ts";
import {
  type Host,
  type HostRequest,
  isAuthRequest,
  tellOperator,
  toRequests,
} from "./host_request.ts";
import { type Visit, visitSession } from "./session_access.ts";

/** What an integration needs of the library, for one framework. */
export interface HostInstance<R, S, F> {
  /** The functions that it passes on to the application as they are. */
  readonly functions: HostFunctions<R, S, F>;
  /**
   * Answers a request to the auth routes; null for any other.
   *
   * @param seesAll whether other requests come here, too. Default: if the
   * incoming request's mount is the root.
   */
  handle(request: R, seesAll?: boolean): Promise<Reply | null>;
  /** Whether a request is for the auth routes. */
  owns(request: R): Promise<boolean>;
  /** Reads the session, and leaves it to the integration to set the cookies. */
  visit(request: R): Promise<Visit<Session | null>>;
  /**
   * Shows the session where the framework keeps values for a request, and each
   * new one that the request makes of it. Sets cookies that are due.
   */
  follow(
    request: R,
    show: (session: Session | null) => void,
  ): Promise<void>;
  /**
   * Decides whether a request may pass, and leaves it to the integration to set
   * the cookies.
   *
   * @param toFields returns the fields of its form, so that the application can
   * still read them
   */
  guard(
    request: R,
    options: RequireOptions<S>,
    toFields?: () => Awaitable<unknown>,
  ): Promise<Passage>;
}

/**
 * Sets up the library for a framework that takes cookies for its response. An
 * integration is this, and the framework's own idioms.
 *
 * @throws ConfigurationError that lists the mistakes that show without a request
 */
export function createHost<R extends object, S = Session, F = unknown>(
  source: ConfigSource<R>,
  host: Host<R, void>,
): HostInstance<R, S, F> {
  const { toRequest, toHeadRequest } = toRequests(source, host);
  return {
    functions: createHostFunctions<R, S, F>(source, host),
    handle: async (request, seesAll) =>
      await answerRoute(toRequest(request), seesAll),
    owns: (request) => isAuthRequest(toRequest(request), true),
    visit: (request) => visitSession(toHeadRequest(request)),
    follow: async (request, show) => {
      const asked = toHeadRequest(request);
      const read = async () => {
        const { value, cookies } = await visitSession(asked);
        host.write(request, cookies);
        show(value);
      };
      await read();
      onChange(asked.key, () =>
        read().catch(async (error) => {
          // What was read before is over, even if nothing can be read now.
          show(null);
          await tellOperator(asked.getConfig, error);
        }));
    },
    guard: async (request, options, toFields = () => null) => {
      const asked = {
        ...toHeadRequest(request),
        // Only a request that does not pass at once is mapped as a whole.
        whole: () => host.toIncoming(request),
        fields: toFields,
      };
      const { requireSession } = await loadPipeline();
      return await requireSession(asked, options);
    },
  };
}

function createHostFunctions<R extends object, S, F>(
  source: ConfigSource<R>,
  host: Host<R, void>,
): HostFunctions<R, S, F> {
  const { session, ...own } = createFunctions(source, host);
  const functions = {
    ...own,
    getSession: async (request: R) => (await session(request)).session,
    updateSession: async (request: R, data: unknown, to?: UpdateOptions) =>
      (await own.updateSession(request, data, to)).session,
    beginSession: toVoid(own.beginSession),
    csrfToken: async (request: R) => (await own.csrfToken(request)).csrfToken,
    csrfField: async (request: R) => (await own.csrfField(request)).csrfField,
    unlinkAccount: toVoid(own.unlinkAccount),
    renamePasskey: toVoid(own.renamePasskey),
    removePasskey: toVoid(own.removePasskey),
    verifyEmail: async (request: R, options?: VerifyEmailOptions) =>
      (await own.verifyEmail(request, options)).url,
  };
  // This is the session callback's own type, which only the compiler knows.
  return functions as unknown as HostFunctions<R, S, F>;
}

/** Answers a request to the auth routes; null for any other. */
export async function answerRoute(
  request: HostRequest<Incoming>,
  seesAll?: boolean,
): Promise<Reply | null> {
  if (!await isAuthRequest(request, seesAll)) return null;
  const { handle } = await loadPipeline();
  const reply = await handle(request.incoming, request.getConfig);
  return await recordReply(request.key, reply);
}

/** Makes a function that sets cookies itself return nothing. */
function toVoid<A extends readonly unknown[]>(
  act: (...args: A) => Promise<unknown>,
): (...args: A) => Promise<void> {
  return async (...args) => void await act(...args);
}
