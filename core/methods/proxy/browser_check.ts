import { CrossSiteRequest, InvalidRequest } from "../../errors/errors.ts";
import { acceptsHtml } from "../../request/client.ts";
import type { Incoming } from "../../request/request_head.ts";
import { assertSameOrigin } from "../../session/csrf.ts";

type Sent = Pick<Incoming, "method" | "header">;

/** Methods that only read (RFC 9110 section 9.2.1). */
const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Makes sure that a page of this origin sent a request. A request that may
 * change something has to prove it: unlike the library's own forms, it carries
 * no token. A request that only reads must not be known to come from elsewhere.
 *
 * @param origin the public origin of this site
 * @throws CrossSiteRequest
 */
export function assertFromSite({ method, header }: Sent, origin: string): void {
  assertSameOrigin({ origin, request: { header } });
  const isProved = header("sec-fetch-site") === "same-origin" ||
    header("origin") === origin;
  if (isProved || SAFE_METHODS.includes(method)) return;
  throw new CrossSiteRequest(
    `A ${method} request came without the header Origin or Sec-Fetch-Site.`,
  );
}

/** Destinations (Fetch section 2.2.5) in which an answer becomes a page. */
const PAGES = /^(?:document|embed|fencedframe|frame|iframe|object)$/;

/** Destinations in which an answer runs as a script of this origin. */
const SCRIPTS =
  /^(?:audioworklet|paintworklet|script|serviceworker|sharedworker|worker|xslt)$/;

/**
 * Makes sure that no answer of the API becomes a page or a script of this
 * origin.
 *
 * @param mayBePage whether the application lists the path as a page
 * @throws InvalidRequest with the code `destination`
 */
export function assertData(sent: Sent, mayBePage: boolean): void {
  const mode = sent.header("sec-fetch-mode");
  const destination = sent.header("sec-fetch-dest") ?? "";
  // Browsers without Fetch Metadata accept HTML by name for a page.
  const isPage = mode === null && destination === ""
    ? acceptsHtml(sent)
    : mode === "navigate" || PAGES.test(destination);
  const isScript = SCRIPTS.test(destination) ||
    sent.header("service-worker") !== null;
  if (!isScript && (!isPage || mayBePage)) return;
  const error = new InvalidRequest(
    "The proxy answers requests of scripts, and does not open an API's answers as pages or scripts of this site.",
  );
  error.code = "destination";
  throw error;
}
