/** A provider's answer, read to its end: no stream is left that could hang. */
export interface ProviderAnswer {
  readonly status: number;
  /** The headers, without those that describe an encoded body. */
  readonly headers: Headers;
  /** The decoded body. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Whether the request was a success. */
export function isOk({ status }: ProviderAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The body as text. */
export function decodeBody({ body }: ProviderAnswer): string {
  return new TextDecoder().decode(body);
}

/**
 * The body as JSON.
 *
 * @throws SyntaxError if it is not JSON
 */
export function parseJson(answer: ProviderAnswer): unknown {
  return JSON.parse(decodeBody(answer));
}

/** Makes an answer from a JSON value. */
export function toJsonAnswer(value: unknown): ProviderAnswer {
  return {
    status: 200,
    headers: new Headers({ "content-type": "application/json" }),
    body: new TextEncoder().encode(JSON.stringify(value)),
  };
}

/** Makes a response for code outside the library. */
export function toResponse(
  { status, headers, body }: ProviderAnswer,
): Response {
  // 204, 205 and 304 allow no body at all.
  const isBare = status === 204 || status === 205 || status === 304;
  return new Response(isBare ? null : body, { status, headers });
}

/** Reads a response that code outside the library has made. */
export async function readResponse(
  response: Response,
): Promise<ProviderAnswer> {
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { status, headers, body };
}
