import { createFactorFunctions } from "./management/factor_functions.ts";
import { createPasswordFunctions } from "./management/password_functions.ts";
import { createPersonalTokenFunctions } from "./management/token_functions.ts";
import type { PasskeyChoice, PasskeyName } from "../../accounts/passkeys.ts";
import type { AccountChoice } from "../../accounts/unlink.ts";
import type { ConfigSource } from "../../config/config.ts";
import { assertConfig } from "../../config/resolve_settings.ts";
import type { Revocation } from "../../session/revocation/revocation.ts";
import type {
  ListSessions,
  SessionPageOptions,
} from "../../session/rows/list.ts";
import type { UpdateOptions } from "./auth_instance.ts";
import type {
  SignInOptions,
  SignOutOptions,
  SubmitAction,
  SubmitOptions,
  VerifyEmailOptions,
} from "./forms/form_types.ts";
import type { BeginSessionOptions } from "./begin_session.ts";
import type { ReadinessOptions } from "./management/readiness.ts";
import type { InviteOptions } from "./management/invite.ts";
import { type Host, type ToRequest, toRequests } from "./host_request.ts";
import { registerInstance } from "./instances.ts";
import { loadPipeline } from "../load_pipeline.ts";
import { visitSession } from "./session_access.ts";
import { startInstance } from "./start.ts";
import type { AccessTokenOptions, ResourceInit } from "./tokens.ts";

type FieldChanges = Readonly<Record<string, unknown>>;

/**
 * Creates the functions for pages of the application, which are the same for
 * every framework. {@link AuthInstance} documents them.
 *
 * @throws ConfigurationError that lists the mistakes that show without a request
 */
export function createFunctions<R extends object, H>(
  source: ConfigSource<R>,
  host: Host<R, H>,
) {
  if (typeof source !== "function") {
    startInstance(assertConfig(source), source);
  }
  const { write } = host;
  const { toRequest, toHeadRequest } = toRequests(source, host);
  return registerInstance({
    session: async (request: R) => {
      const { value, cookies } = await visitSession(toHeadRequest(request));
      const headers = write(request, cookies, value !== null);
      return { session: value, headers };
    },
    ...createSessionFunctions(toRequest, write),
    ...createFormFunctions(toRequest, write),
    ...createAccountFunctions(toRequest, write),
    ...createPasskeyFunctions(toRequest, write),
    factors: createFactorFunctions(toRequest, write),
    passwords: createPasswordFunctions(toRequest, write),
    ...createUserFunctions(source),
    ...createTokenFunctions(toRequest),
  }, source);
}

/** The functions about any user, which need no request. */
function createUserFunctions<R extends object>(source: ConfigSource<R>) {
  return {
    tokens: createPersonalTokenFunctions(source),
    resetFactors: async (id: string) =>
      (await loadPipeline()).resetFactors(source, id),
    revoke: async (what: Revocation) =>
      (await loadPipeline()).revokeSessions(source, what),
    deleteUser: async (id: string) =>
      (await loadPipeline()).deleteUser(source, id),
    invite: async (address: string, options?: InviteOptions) =>
      (await loadPipeline()).invite(source, address, options),
    updateUser: async (id: string, fields: FieldChanges) =>
      (await loadPipeline()).updateUser(source, id, fields),
    getAccessTokenFor: async (
      userId: string,
      provider: string,
      options?: AccessTokenOptions,
    ) =>
      (await loadPipeline())
        .getAccessTokenFor(source, userId, { ...options, provider }),
    check: async (options?: ReadinessOptions) =>
      (await loadPipeline()).checkReadiness(source, options),
    resealTokens: async () => (await loadPipeline()).resealTokens(source),
  };
}

function createTokenFunctions<R extends object>(
  toRequest: ToRequest<R>,
) {
  return {
    getAccessToken: async (
      request: R,
      provider: string,
      options?: AccessTokenOptions,
    ) =>
      (await loadPipeline())
        .getAccessToken(toRequest(request), provider, options),
    fetch: async (
      request: R,
      provider: string,
      url: string | URL,
      init: ResourceInit = {},
    ) =>
      (await loadPipeline())
        .fetchResource(toRequest(request), provider, { url, init }),
  };
}

function createSessionFunctions<R extends object, H>(
  toRequest: ToRequest<R>,
  write: Host<R, H>["write"],
) {
  return {
    updateSession: async (
      request: R,
      data: unknown,
      { rotate = false }: UpdateOptions = {},
    ) => {
      const update = { data, rotate };
      const { visitUpdate } = await loadPipeline();
      const { value, cookies } = await visitUpdate(toRequest(request), update);
      return { session: value, headers: write(request, cookies, true) };
    },
    beginSession: async (request: R, options: BeginSessionOptions) => {
      const { beginSession } = await loadPipeline();
      const cookies = await beginSession(toRequest(request), options);
      return { headers: write(request, cookies) };
    },
    csrfToken: async (request: R) => {
      const { visitCsrfToken } = await loadPipeline();
      const { value, cookies } = await visitCsrfToken(toRequest(request));
      return { csrfToken: value, headers: write(request, cookies, true) };
    },
    csrfField: async (request: R) => {
      const { makeCsrfField } = await loadPipeline();
      const { value, cookies } = await makeCsrfField(toRequest(request));
      return { csrfField: value, headers: write(request, cookies, true) };
    },
    providers: async (request: R) =>
      (await loadPipeline()).listProviders(toRequest(request)),
  };
}

function createFormFunctions<R extends object, H>(
  toRequest: ToRequest<R>,
  write: Host<R, H>["write"],
) {
  const submit = async (
    request: R,
    action: SubmitAction,
    options: SubmitOptions = {},
  ) => {
    const { submitForm } = await loadPipeline();
    const form = { action, ...options };
    const { result, cookies } = await submitForm(toRequest(request), form);
    return { ...result, headers: write(request, cookies, true) };
  };
  return {
    submit,
    signIn: async (request: R, provider: string, options?: SignInOptions) =>
      await submit(request, "signin", { ...options, provider }),
    signOut: async (
      request: R,
      { redirectTo, federated }: SignOutOptions = {},
    ) =>
      await submit(request, "signout", {
        redirectTo,
        fields: federated === undefined ? {} : { federated: String(federated) },
      }),
  };
}

function createAccountFunctions<R extends object, H>(
  toRequest: ToRequest<R>,
  write: Host<R, H>["write"],
) {
  return {
    // An arrow function cannot declare overloads.
    listSessions:
      (async (request: R, page?: SessionPageOptions) =>
        (await loadPipeline())
          .listSessions(toRequest(request), page)) as ListSessions<R>,
    getAccount: async (request: R) =>
      (await loadPipeline()).getAccount(toRequest(request)),
    unlinkAccount: async (request: R, which: AccountChoice) => {
      const { unlinkAccount } = await loadPipeline();
      const cookies = await unlinkAccount(toRequest(request), which);
      return { headers: write(request, cookies) };
    },
    deleteAccount: async (request: R) => {
      const { deleteAccount } = await loadPipeline();
      const cookies = await deleteAccount(toRequest(request));
      return { headers: write(request, cookies) };
    },
    verifyEmail: async (
      request: R,
      options: VerifyEmailOptions = {},
      info?: unknown,
    ) => {
      const { askToVerifyEmail } = await loadPipeline();
      const asked = toRequest(request, info);
      const { value, cookies } = await askToVerifyEmail(asked, options);
      return { url: value, headers: write(request, cookies) };
    },
  };
}

function createPasskeyFunctions<R extends object, H>(
  toRequest: ToRequest<R>,
  write: Host<R, H>["write"],
) {
  return {
    listPasskeys: async (request: R) =>
      (await loadPipeline()).listPasskeys(toRequest(request)),
    renamePasskey: async (request: R, which: PasskeyName) => {
      const { renamePasskey } = await loadPipeline();
      const cookies = await renamePasskey(toRequest(request), which);
      return { headers: write(request, cookies) };
    },
    removePasskey: async (request: R, which: PasskeyChoice) => {
      const { removePasskey } = await loadPipeline();
      const cookies = await removePasskey(toRequest(request), which);
      return { headers: write(request, cookies) };
    },
  };
}
