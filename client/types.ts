/**
 * What a client knows of the session. The same object stays until something
 * changes, so that it can be a store's snapshot.
 */
export interface Snapshot<S> {
  /** `loading` until the first answer has come. */
  readonly status: "loading" | "signed-in" | "signed-out";
  /** The session as the last answer had it; null without one. */
  readonly session: S | null;
  /**
   * Why the last question was not answered, such as without a network. What was
   * known stays as it was.
   */
  readonly error: ClientError | null;
}

/** An error of an auth route, or of the way there. */
export interface ClientError extends Error {
  /**
   * The type of the error (docs/pages.md lists them); `NetworkError` without an
   * answer, and the name of a `DOMException` of a passkey.
   */
  readonly type: string;
  /** More about it, if there is more. */
  readonly code: string | null;
  /** The field that was refused, of `InvalidField`. */
  readonly field: string | null;
  /** Seconds to wait before another try; null if it is not known. */
  readonly retryAfter: number | null;
  /** The status of the answer; 0 without one. */
  readonly status: number;
  /** Reference of the log line, if there is one. */
  readonly ref: string | null;
  /** The page where the user has to sign in first, of `SignInRequired`. */
  readonly url?: string;
}

/** The result of what may be refused. */
export type Result = Done | Refused;

/** It was done, or a step is missing. */
export interface Done {
  /** Whether it was not refused. */
  readonly ok: true;
  /**
   * The step that is missing: `second-factor` or `new-password`, the route of
   * {@link AuthClient.submit}; or `verify-request`, if a mail was sent whose code
   * {@link AuthClient.confirmMail} takes. Null if nothing is missing.
   */
  readonly next: string | null;
  /** Where the answer leads: the target, or the page of the step. */
  readonly url: string;
  /** New recovery codes, after a first second factor was set up. */
  readonly recoveryCodes?: readonly string[] | undefined;
  /** Null. */
  readonly error: null;
}

/** It was refused. */
export interface Refused {
  /** Whether it was not refused. */
  readonly ok: false;
  /** The reason, with a sentence for the visitor. */
  readonly error: ClientError;
}

/** Fields of a form; `redirectTo` is the one of {@link Target}. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Options of a sign-in or a sign-out. */
export interface Target {
  /**
   * Where to go afterwards: a path, or a URL of this site. Default: the page
   * stays, unless a provider is visited, which leads back to it.
   */
  readonly redirectTo?: string | undefined;
}

/** Options of a sign-in with a passkey. */
export interface PasskeyOptions extends Target {
  /**
   * Whether the browser offers passkeys in a field with
   * `autocomplete="username webauthn"`, and waits. Another use of a passkey
   * ends that. Default false.
   */
  readonly autofill?: boolean | undefined;
}

/** Options of a connection to a provider. */
export interface ConnectOptions extends Target {
  /** The scopes to ask for. */
  readonly scope?: string | readonly string[] | undefined;
  /** The id of the account there, if the user has several. */
  readonly account?: string | undefined;
}

/** One way to sign in. */
export interface ClientProvider {
  /** The id. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
  /** How it signs in: `oauth`, `oidc`, `email`, `credentials` or `webauthn`. */
  readonly type: string;
}

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Path of the auth routes. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * Origin of the auth routes, if it is not the page's own: the server has to
   * list the page's in `cors`. Default: the page's own.
   */
  baseUrl?: string | undefined;
}

/** Forgets the listener that was added. */
export type Unsubscribe = () => void;

/** The session in a browser, and what changes it. */
export interface AuthClient<S> {
  /**
   * Returns the session: what is known, or the answer to one question, however
   * often it is called meanwhile.
   *
   * @throws ClientError if nothing is known and the question fails
   */
  session(): Promise<S | null>;
  /**
   * Asks for the session again. If that fails, what was known stays, and the
   * snapshot has the error.
   *
   * @throws ClientError if nothing is known and the question fails
   */
  refresh(): Promise<S | null>;
  /** Returns what is known now. */
  getSnapshot(): Snapshot<S>;
  /**
   * Calls a listener whenever the snapshot changes, and asks for the session if
   * nothing is known yet.
   */
  subscribe(listener: () => void): Unsubscribe;
  /** Lists the ways to sign in, in their configured order. */
  providers(): Promise<readonly ClientProvider[]>;
  /**
   * Signs in. By OAuth, the page leaves for the provider; with credentials, the
   * second argument has the fields of the form; by mail it has `email`, and the
   * result asks for {@link confirmMail}; with a passkey, the browser asks for
   * it. Without a provider, the page leaves for the sign-in page.
   */
  signIn(
    provider?: string,
    options?: Fields | PasskeyOptions,
  ): Promise<Result>;
  /**
   * Signs in with the code of a mail that this page asked for, or goes on with a
   * sign-up or a reset. A page of its own passes `provider` and `state`, which
   * are in its URL.
   */
  confirmMail(
    options: Target & {
      readonly code: string;
      readonly provider?: string | undefined;
      readonly state?: string | undefined;
    },
  ): Promise<Result>;
  /**
   * Creates a passkey: for the signed-in user, or for a new one with the fields
   * of a sign-up, such as `email`.
   *
   * @param options `provider` is the id, by default `passkey`
   */
  addPasskey(options?: Fields): Promise<Result>;
  /**
   * Sends the fields of another form to its route: `signup`, `reset`,
   * `new-password`, `password`, `second-factor`, `verify-email`, `factors`,
   * `unlink/<id>` … The `state` of the step before is added.
   */
  submit(route: string, fields?: Fields): Promise<Result>;
  /**
   * Signs out here and in all tabs. The page leaves for `redirectTo`, or for the
   * provider if it is told, too (`federated`).
   */
  signOut(
    options?: Target & { readonly federated?: boolean | undefined },
  ): Promise<Result>;
  /**
   * Gives data to the `jwt` callback, and returns the session afterwards.
   *
   * @throws ClientError
   */
  update(data: unknown): Promise<S | null>;
  /** Leaves for a provider, to ask the signed-in user for more scopes. */
  connect(provider: string, options?: ConnectOptions): Promise<Result>;
  /** Leaves for a provider, to add an account there to the signed-in user. */
  link(provider: string, options?: Target): Promise<Result>;
}

/**
 * The session as the browser gets it from a server: the type of its
 * `getSession` or `session`, after JSON.
 */
export type ClientSession<A> = A extends
  { getSession(...args: never[]): Promise<infer R> }
  ? Serialized<InnerSession<R>>
  : A extends { session(...args: never[]): Promise<infer R> }
    ? Serialized<InnerSession<R>>
  : DefaultClientSession;

/** Some functions return the session beside headers or cookies. */
export type InnerSession<R> = NonNullable<
  R extends { readonly session: infer S } ? S : R
>;

/** A value after JSON. */
export type Serialized<T> = T extends { toJSON(): infer R } ? R
  : T extends object ? { [K in keyof T]: Serialized<T[K]> }
  : T;

/** The session of a server whose type is not known. */
export interface DefaultClientSession {
  /** The user. */
  readonly user?: {
    readonly id?: string;
    readonly name?: string | null;
    readonly email?: string | null;
    readonly image?: string | null;
  };
  /** When it ends, if it is not used any more (ISO 8601). */
  readonly expires: string;
}
