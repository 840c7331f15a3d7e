import type { ConfigSource } from "../core/config/config.ts";
import { loadPipeline } from "../core/pipeline/host/load.ts";
import { isAuthAction } from "../core/request/request_head.ts";
import { readCapped } from "../core/http/stream.ts";
import {
  isAuthRequest,
  resolveConfig,
} from "../core/pipeline/host/session_access.ts";
import { forbidCaches } from "./caches.ts";
import { findLostTarget, isDataRequest, toIncoming } from "./incoming.ts";
import { openAsPage, redirect, send } from "./send.ts";
import { SHARED_SOURCE, shareSession } from "./session.ts";
import type { ComponentAuthSource, ComponentEvent } from "./types.ts";

/** What belongs to one `ComponentAuth$`. */
export interface ServeOptions {
  /** The ids of its form actions. */
  readonly actions?: readonly string[];
  /** The one of them that signs in. */
  readonly signIn?: string;
  /** Throws where nobody may sign in. */
  readonly check?: () => void;
}

/** Answers requests to the auth routes, and hands everything else on. */
export async function serve(
  ev: ComponentEvent,
  source: ComponentAuthSource,
  { actions = [], signIn = "", check = () => {} }: ServeOptions = {},
): Promise<void> {
  ev.sharedMap.set(SHARED_SOURCE, source);
  if (await isForUs(ev, source)) {
    // Auth routes are no pages of Qwik's: browsers open them.
    if (isDataRequest(ev)) throw openAsPage(ev);
    const { handle } = await loadPipeline();
    const config = () => {
      check();
      return resolveConfig(source as ConfigSource<ComponentEvent>, ev);
    };
    throw send(ev, await handle(toIncoming(ev), config));
  }
  if (isActionOf(ev, actions)) {
    check();
    await assertForm(ev);
    if (isActionOf(ev, [signIn])) keepTarget(ev);
  }
  await shareSession(ev, source);
}

function isActionOf(ev: ComponentEvent, ids: readonly string[]): boolean {
  return ev.request.method === "POST" &&
    ids.includes(ev.url.searchParams.get("qaction") ?? "");
}

/**
 * Has the browser send the form again, to an address that names the target. So
 * the target is also there after a refusal: its page has that address.
 */
function keepTarget(ev: ComponentEvent): void {
  const target = findLostTarget(ev);
  if (target === null) return;
  const { pathname, searchParams } = ev.url;
  const query = new URLSearchParams(searchParams);
  query.set("callbackUrl", target);
  throw redirect(ev, `${pathname}?${query}`, 307);
}

/** Bytes of a form that is handed on. The biggest honest one is a few kB. */
const MAX_FORM = 65_536;

/**
 * Qwik City reads forms of any size into memory, and fails as a server does over
 * those that it cannot take apart. Ours are small objects.
 */
async function assertForm(ev: ComponentEvent): Promise<void> {
  const said = Number(ev.request.headers.get("content-length") ?? 0);
  forbidCaches(ev);
  // Who says nothing, or less than there is, is not believed.
  const copy = said > MAX_FORM ? null : ev.request.clone();
  if (copy === null || await readCapped(copy.body, MAX_FORM) === null) {
    ev.headers.set("connection", "close");
    throw ev.send(413, "");
  }
  const form = await ev.parseBody().catch(() => null);
  if (typeof form !== "object" || form === null) throw ev.send(400, "");
  forgetOptions(ev.sharedMap.get("@actionFormData"));
}

/**
 * Qwik City writes a form that was sent without JavaScript into the page that
 * answers it, for `action.formData`. What somebody has typed for the provider, a
 * password say, must not be there.
 */
function forgetOptions(form: unknown): void {
  if (!(form instanceof FormData)) return;
  for (const name of [...form.keys()]) {
    if (name.startsWith("options.")) form.delete(name);
  }
}

/** Below the base path, what is no action of the library's may be a page of the host's. */
async function isForUs(
  ev: ComponentEvent,
  source: ComponentAuthSource,
): Promise<boolean> {
  const { pathname } = ev.url;
  // Asked first, because the configuration need not be looked at then.
  if (!pathname.split("/").some(isAuthAction)) return false;
  const incoming = toIncoming(ev);
  return await isAuthRequest(
    ev,
    incoming,
    source as ConfigSource<ComponentEvent>,
  );
}
