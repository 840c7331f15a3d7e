import { loadPipeline } from "../core/pipeline/load_pipeline.ts";
import { isAuthAction } from "../core/request/actions.ts";
import { readCapped } from "../core/http/stream.ts";
import { recordReply } from "../core/pipeline/host/current.ts";
import {
  isAuthRequest,
  tellOperator,
} from "../core/pipeline/host/host_request.ts";
import { toConsumedBody } from "../core/request/consumed_body.ts";
import { forbidCaches } from "./caches.ts";
import { forgetSecrets } from "./secrets.ts";
import {
  findLostQuery,
  isDataRequest,
  isQwik2,
  keepEvent,
  toIncoming,
  toRequest,
} from "./incoming.ts";
import { openAsPage, redirect, send } from "./send.ts";
import { SHARED_SOURCE, shareSession } from "./session.ts";
import type { ComponentAuthSource, ComponentEvent } from "./types.ts";

/** The options of one `ComponentAuth$` instance. */
export interface ServeOptions {
  /** The ids of its form actions. */
  readonly actions?: readonly string[];
  /** Those that begin a session: the visitor's target is in the URL of their page. */
  readonly entrances?: readonly string[];
  /** Throws if signing in must be refused. */
  readonly check?: () => void;
}

/** Returns the id by which Qwik City names an action in the URL. */
export function toId(action: unknown): string {
  return (action as { __id: string }).__id;
}

/** Serves requests to the auth routes, and passes all others on. */
export async function serve(
  ev: ComponentEvent,
  source: ComponentAuthSource,
  { actions = [], entrances = [], ...options }: ServeOptions = {},
): Promise<void> {
  // Qwik 2 makes an empty file of a closure that stays on the server.
  const check = isQwik2(ev) ? () => {} : options.check ?? (() => {});
  keepEvent(ev);
  ev.sharedMap.set(SHARED_SOURCE, source);
  // Checked first, because it does not need the configuration.
  if (ev.url.pathname.split("/").some(isAuthAction)) {
    await serveRoute(ev, source, check);
  }
  if (isActionOf(ev, actions)) {
    check();
    await assertForm(ev, source);
    if (isActionOf(ev, entrances)) keepQuery(ev);
  }
  await shareSession(ev, source);
}

/**
 * Answers a request to an auth route. Below the base path, anything but an auth
 * action may be a page of the application.
 */
async function serveRoute(
  ev: ComponentEvent,
  source: ComponentAuthSource,
  check: () => void,
): Promise<void> {
  const request = toRequest(ev, toIncoming(ev), source);
  // The plugin sees every request of the application.
  if (!await isAuthRequest(request, true)) return;
  // Auth routes are not Qwik pages: browsers open them.
  if (isDataRequest(ev)) throw openAsPage(ev);
  const { handle } = await loadPipeline();
  const config = () => {
    check();
    return request.getConfig();
  };
  const reply = await handle(request.incoming, config);
  throw send(ev, await recordReply(request.key, reply));
}

function isActionOf(ev: ComponentEvent, ids: readonly string[]): boolean {
  return ev.request.method === "POST" &&
    ids.includes(ev.url.searchParams.get("qaction") ?? "");
}

/**
 * Redirects the browser to post the form again, to a URL that names the target.
 * The target also survives a refusal: the refused form's page has that URL.
 */
function keepQuery(ev: ComponentEvent): void {
  const lost = findLostQuery(ev);
  if (lost.length === 0) return;
  const { pathname, searchParams } = ev.url;
  const query = new URLSearchParams(searchParams);
  for (const [name, value] of lost) query.set(name, value);
  throw redirect(ev, `${pathname}?${query}`, 307);
}

/**
 * Maximum bytes of a form that is passed on. The biggest real one is a few kB.
 */
const MAX_FORM = 65_536;

/**
 * Refuses forms that are too large or malformed: Qwik City reads forms of any
 * size into memory, and answers 500 to those that it cannot parse. Ours are
 * small objects.
 */
async function assertForm(
  ev: ComponentEvent,
  source: ComponentAuthSource,
): Promise<void> {
  const wasRead = ev.request.bodyUsed;
  forbidCaches(ev);
  if (!wasRead) await assertSmall(ev);
  // Qwik City remembers a body that a plugin has read with it.
  const form = await ev.parseBody().catch(() => null);
  if (typeof form === "object" && form !== null) {
    return forgetSecrets(ev);
  }
  if (!wasRead) throw ev.send(400, "");
  const error = toConsumedBody(
    "Let that plugin read `ev.request.clone()`, or call `ev.parseBody()`.",
  );
  await tellOperator(toRequest(ev, null, source).getConfig, error);
  throw ev.send(500, "");
}

async function assertSmall(ev: ComponentEvent): Promise<void> {
  const said = Number(ev.request.headers.get("content-length") ?? 0);
  // A missing content-length, or one that is too small, is not trusted.
  const copy = said > MAX_FORM ? null : ev.request.clone();
  if (copy !== null && await readCapped(copy.body, MAX_FORM) !== null) return;
  ev.headers.set("connection", "close");
  throw ev.send(413, "");
}
