/**
 * Finds the metadata of the protected resource (RFC 9728), as a client does.
 *
 * @module
 */

import { readBearerParam } from "./first_answers.ts";
import type { Exchange } from "./http.ts";
import { type Knock, parseMessage, type Target } from "./probe.ts";

/** What a client finds. */
export interface Metadata {
  /** The parameter `resource_metadata` of the challenge, as it is. */
  readonly link: string | undefined;
  /** The answer of the link; null: there is none on this origin. */
  readonly linked: Exchange | null;
  /** The answer of the place that belongs to the URL. */
  readonly wellKnown: Exchange;
  /** The answer of the place that belongs to the origin. */
  readonly root: Exchange;
  /** The first of these that is a document; null: none is. */
  readonly document: Exchange | null;
  /** The members of the document; null: it has none that can be read. */
  readonly members: Readonly<Record<string, unknown>> | null;
}

const NAME = "/.well-known/oauth-protected-resource";

/** Finds the metadata, starting from the refusal of a request without a token. */
export async function findMetadata(
  { url }: Target,
  refusal: Exchange,
  knock: (knock: Knock) => Promise<Exchange>,
): Promise<Metadata> {
  const answers = new Map<string, Promise<Exchange>>();
  const get = (path: string) => {
    const headers = { Accept: "application/json" };
    const answer = answers.get(path) ?? knock({ method: "GET", path, headers });
    answers.set(path, answer);
    return answer;
  };
  const link = readBearerParam(refusal, "resource_metadata");
  const place = link !== undefined && URL.canParse(link) ? new URL(link) : null;
  // Other origins are not asked.
  const linked = place !== null && place.origin === url.origin
    ? await get(place.pathname + place.search)
    : null;
  const path = url.pathname === "/" ? "" : url.pathname;
  const wellKnown = await get(NAME + path + url.search);
  const root = await get(NAME);
  const document = [linked, wellKnown, root]
    .find((one) => one?.status === 200) ?? null;
  const members = document === null ? null : parseMessage(document.body);
  return { link, linked, wellKnown, root, document, members };
}
