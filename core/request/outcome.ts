import type { CookieChange } from "../http/cookies.ts";
import type { PageModel } from "../config/pages/page_models.ts";
import type { AuthError } from "../errors/errors.ts";

interface Decision {
  readonly cookies: readonly CookieChange[];
  /** The error that led to this outcome, if any. */
  readonly error?: AuthError | undefined;
  /** Error reference. */
  readonly ref?: string | undefined;
}

/** The decision of an action, in domain terms. Nothing has been sent yet. */
export type Outcome =
  | Decision & {
    readonly kind: "redirect";
    readonly url: string;
    /** 307 if the browser sends its form to that URL again. Default 303. */
    readonly status?: 303 | 307 | undefined;
    /** The name of the provider, if the redirect leads to one. */
    readonly leaveFor?: string | undefined;
  }
  | Decision & {
    readonly kind: "json";
    readonly body: unknown;
    /** The body as JSON, if it is known already. */
    readonly serialized?: string | undefined;
    readonly status: number;
  }
  | Decision & {
    /**
     * A file that is the same for every client, and cacheable for a long time.
     */
    readonly kind: "file";
    readonly type: string;
    readonly text: string;
    /** Lifetime in seconds. */
    readonly maxAge: number;
    /** Whether its URL contains its version. */
    readonly isImmutable: boolean;
  }
  | Decision & {
    readonly kind: "page";
    readonly page: PageModel;
    readonly status: number;
  };

/** Returns a redirect. */
export function redirect(
  url: string,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "redirect", url, cookies };
}

/** Returns a JSON answer. */
export function json(
  body: unknown,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "json", body, status: 200, cookies };
}

/** Returns a built-in page. */
export function page(
  model: PageModel,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "page", page: model, status: 200, cookies };
}
