/** Navigation, from a click to the page that is shown at the end. */

import {
  defaultPolicy,
  readReferrerPolicy,
  toTarget,
} from "./browser_headers.ts";
import type { Initiator, Trip } from "./browser_headers.ts";
import { send } from "./browser_send.ts";
import type { BrowserState } from "./browser_send.ts";
import type { NavigateOptions, Page, RedirectHop } from "./browser_types.ts";
import { isFormTargetAllowed } from "./form_action.ts";
import { toMarkup } from "./html_elements.ts";
import { findRefresh, readForms } from "./html_forms.ts";

/** The next request of a navigation. */
export interface Step {
  readonly trip: Trip;
  /** The fields of a form, of which those of a form with files name their type. */
  readonly body: string | FormData | undefined;
  /** The page with the form, whose `form-action` also applies to redirects. */
  readonly form: Page | undefined;
}

const MAX_HOPS = 20;

/**
 * Returns the initiator for the page, or the URL of a page, that a request
 * comes from.
 */
export function toInitiator(from: string | Page): Initiator {
  if (typeof from === "string") {
    return { url: new URL(from), policy: defaultPolicy };
  }
  const policy = readReferrerPolicy(from.headers) ?? defaultPolicy;
  return { url: new URL(from.url), policy };
}

/** Follows a navigation to its end, or to the URL that `stopAt` holds back. */
export async function navigate(
  state: BrowserState,
  start: Step,
  stopAt: NavigateOptions["stopAt"],
): Promise<Page> {
  const redirects: RedirectHop[] = [];
  let page = toBlankPage(start);
  let step = start;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const url = toTarget(step.trip).href;
    if (stopAt?.(url)) {
      return { ...page, redirects: redirects.slice(0, -1), pending: url };
    }
    const loaded = await load(state, step, [...redirects]);
    page = loaded.page;
    const next = toNextStep(step, loaded);
    if (!next) return page;
    redirects.push({
      url: page.url,
      status: page.status,
      headers: page.headers,
    });
    step = next;
  }
  const way = redirects.slice(-4).map((hop) => hop.url).join(" > ");
  throw new Error(`The browser gave up after ${MAX_HOPS} redirects: ${way}`);
}

function toBlankPage({ trip }: Step): Page {
  return {
    url: trip.initiator?.url.href ?? "about:blank",
    status: 0,
    headers: new Headers(),
    text: "",
    redirects: [],
    pending: undefined,
    forms: () => [],
  };
}

/** A page, and the URL that it redirects to immediately. */
interface Loaded {
  readonly page: Page;
  readonly refresh: string | undefined;
}

async function load(
  state: BrowserState,
  { trip, body, form }: Step,
  redirects: RedirectHop[],
): Promise<Loaded> {
  const target = toTarget(trip);
  if (form && !isFormTargetAllowed(form.headers, new URL(form.url), target)) {
    throw new Error(`form-action of ${form.url} does not allow ${target.href}`);
  }
  const headers: Record<string, string> = typeof body === "string"
    ? { "content-type": "application/x-www-form-urlencoded" }
    : {};
  const response = await send(state, trip, {
    headers,
    body: body ?? null,
    withCookies: true,
  });
  const { status, headers: answered } = response;
  const text = await response.text();
  const url = target.href;
  const markup = await toMarkup(text);
  return {
    page: {
      url,
      status,
      headers: answered,
      text,
      redirects,
      pending: undefined,
      forms: () => readForms(markup, url),
    },
    refresh: findRefresh(answered, markup, url),
  };
}

function toNextStep(
  step: Step,
  { page, refresh }: Loaded,
): Step | undefined {
  const location = page.headers.get("location");
  if ([301, 302, 303, 307, 308].includes(page.status) && location !== null) {
    return toRedirectStep(step, page, location);
  }
  if (refresh === undefined) return undefined;
  return {
    trip: {
      initiator: toInitiator(page),
      chain: [toWebUrl(refresh, page.url)],
      method: "GET",
      mode: "navigate",
      byPerson: false,
    },
    body: undefined,
    form: undefined,
  };
}

function toRedirectStep(step: Step, page: Page, location: string): Step {
  const { trip } = step;
  const url = toWebUrl(location, page.url);
  // The fragment of the old URL is kept unless the new one has its own, which
  // may be empty. An empty one is not shown, so that URLs compare.
  url.hash = url.href.includes("#") ? url.hash : toTarget(trip).hash;
  const policy = readReferrerPolicy(page.headers);
  const initiator = trip.initiator && policy
    ? { ...trip.initiator, policy }
    : trip.initiator;
  const becomesGet = page.status === 303 ||
    (page.status < 303 && trip.method === "POST");
  return {
    ...step,
    trip: {
      ...trip,
      initiator,
      chain: [...trip.chain, url],
      method: becomesGet ? "GET" : trip.method,
    },
    body: becomesGet ? undefined : step.body,
  };
}

function toWebUrl(location: string, base: string): URL {
  const url = new URL(location, base);
  if (url.protocol === "https:" || url.protocol === "http:") return url;
  throw new Error(`The browser does not go from ${base} to ${url.href}`);
}
