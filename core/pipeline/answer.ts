import type { Cookie } from "../http/cookie_policy.ts";
import type { HeaderList } from "../http/headers.ts";

/** An answer as HTTP data, complete enough to be sent as it is. */
export interface Reply {
  readonly status: number;
  readonly headers: HeaderList;
  readonly cookies: readonly Cookie[];
  /** The body, serialised last. */
  readonly body: ReplyBody;
}

/** The body of an answer: a value, a page, a text, or nothing. */
export type ReplyBody =
  | {
    readonly json: unknown;
    /** The value as JSON, if it is known already. */
    readonly serialized?: string | undefined;
  }
  | { readonly html: string }
  | { readonly text: string; readonly type: string }
  | null;

/** An answer without the cookies and headers that every answer has. */
export type Answer = Pick<Reply, "status" | "headers" | "body">;
