/**
 * What the client uses of a browser. All of it is missing where the client is
 * created for a page that a server renders.
 */
export interface Page {
  readonly fetch: typeof fetch;
  readonly location?: {
    readonly href: string;
    assign(url: string): void;
  };
  readonly document?: {
    readonly visibilityState: string;
    addEventListener(event: string, listener: () => void): void;
    removeEventListener(event: string, listener: () => void): void;
  };
  readonly navigator?: { readonly credentials?: Credentials };
  readonly BroadcastChannel?: new (name: string) => Channel;
  addEventListener?(event: string, listener: () => void): void;
}

/** What passes between the tabs of an origin. */
interface Channel {
  onmessage: ((event: never) => void) | null;
  postMessage(message: unknown): void;
}

/** The part of `navigator.credentials` for passkeys (WebAuthn level 3). */
interface Credentials {
  create(options: CredentialOptions): Promise<unknown>;
  get(options: CredentialOptions): Promise<unknown>;
}

interface CredentialOptions {
  readonly publicKey: object;
  readonly mediation?: "conditional";
  readonly signal: AbortSignal;
}
