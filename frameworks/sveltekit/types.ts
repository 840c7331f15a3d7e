import type { Awaitable, Session } from "../../core/model/model.ts";
import type { HostFunctions } from "../../core/pipeline/host/host_functions.ts";
import type {
  FormError,
  SignInOptions,
  SignOutOptions,
  SubmitAction,
  SubmitOptions,
} from "../../core/pipeline/host/forms/form_types.ts";
import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import type { ProxyOptions } from "../../core/pipeline/proxy/proxy_options.ts";

/** The parts of SvelteKit's `RequestEvent` that the library uses. */
export interface SvelteKitEvent {
  /** The request, the same object in all copies of the event. */
  readonly request: Request;
  /** Its URL, without what SvelteKit adds for data requests. */
  readonly url: URL;
  /** Where `session` is shown. */
  readonly locals: object;
  /** The cookies that requests inside of this one have, too. */
  readonly cookies: {
    /** Sets a cookie. */
    set(
      name: string,
      value: string,
      options: { path: string; encode: (value: string) => string },
    ): void;
  };
  /** Sets headers of the response. */
  setHeaders(headers: Record<string, string>): void;
  /** Whether the browser's router asks for the data of a page. */
  readonly isDataRequest: boolean;
  /** Whether it is a call of a remote function. */
  readonly isRemoteRequest?: boolean;
  /** Returns the address of the client. */
  getClientAddress(): string;
}

/** A form action, whose result the page sees as `form`. */
export type SvelteKitAction = (
  event: SvelteKitEvent,
) => Promise<{
  /** Why the form was refused. */
  readonly error: FormError;
}>;

/** Form actions that redirect, or fail with `{ error }` and its status. */
export interface SvelteKitActions {
  /** Signs in with the fields of the form. */
  signIn(
    provider: string,
    options?: Omit<SignInOptions, "fields">,
  ): SvelteKitAction;
  /** Ends the session. */
  signOut(options?: SignOutOptions): SvelteKitAction;
  /** Sends the form to any other of the auth routes, such as `signup`. */
  submit(
    action: SubmitAction,
    options?: Omit<SubmitOptions, "fields">,
  ): SvelteKitAction;
}

/** The hook, guards and functions of an application. */
export interface SvelteKitInstance<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends HostFunctions<SvelteKitEvent, S, F> {
  /**
   * The hook `handle`, which serves the auth routes, and shows the session as
   * `event.locals.session`. A response that reads it there is private. For
   * prerendered pages it is null.
   */
  readonly handle: <E extends SvelteKitEvent>(
    input: {
      readonly event: E;
      readonly resolve: (event: E) => Awaitable<Response>;
    },
  ) => Promise<Response>;
  /**
   * Returns the session if it may pass. Else it throws what SvelteKit answers
   * with: a redirect to the sign-in page and back, or an error, which programs
   * get as JSON. For `load` on the server, `+server.ts`, form actions and remote
   * functions.
   *
   * @throws Error for a prerendered page
   */
  readonly require: (
    event: SvelteKitEvent,
    options?: RequireOptions<S>,
  ) => Promise<S>;
  /** Form actions for pages of the application. */
  readonly actions: SvelteKitActions;
  /**
   * Creates a handler for `+server.ts` that passes requests on to a provider's
   * API, with the user's access token; see {@link ProxyOptions}.
   */
  proxy(options: ProxyOptions): (event: SvelteKitEvent) => Promise<Response>;
}
