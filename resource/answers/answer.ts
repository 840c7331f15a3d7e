import type { HeaderList } from "../../core/http/headers.ts";

/** An answer, as data: each framework writes it with its own functions. */
export interface ResourceAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** JSON, or null for no body. */
  readonly body: string | null;
}
