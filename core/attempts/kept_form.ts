/**
 * A form that met a guard, kept until its sender has signed in again. It is
 * sealed in the store, in one of few places that each user has there. A cookie
 * ties it to the browser: it holds the place, and whether the browser is
 * sending the form right now.
 *
 * @module
 */

import { open, seal } from "../crypto/seal.ts";
import { hash } from "../crypto/hash.ts";
import type { Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import {
  type CookieChange,
  FORM_MAX_AGE,
  GUARD_PARAMS,
} from "../http/cookies.ts";
import {
  openAttempt,
  sealCookie,
  toForgotten,
} from "../http/sealed_cookies.ts";
import type { SessionContext } from "../request/context.ts";
import type { SentForm } from "../request/form_fields.ts";

/** A kept form. */
export interface KeptForm {
  readonly id: string;
  /** Id of the user who sent it. */
  readonly user: string;
  /** The path and query that it was sent to. */
  readonly path: string;
  readonly form: SentForm;
  /** URL of the page that it was filled in on; null if unknown. */
  readonly page: string | null;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** The content of the cookie. */
interface Ticket {
  /** The form's id. */
  readonly id: string;
  /** The key in the store. */
  readonly key: string;
  /** Hash of the path and query. */
  readonly target: string;
  /** Whether the browser was told to send the form. */
  readonly isSending: boolean;
}

const STORED: Purpose = {
  name: "form",
  cookie: "",
  maxAge: FORM_MAX_AGE,
  isDated: true,
};
/** Names a kept form in the URL of its page. */
export const KEPT_FORM = "kept-form";
/**
 * The limit on forms of one user that are kept at a time: they take up room in
 * the store.
 */
const MAX_FORMS = 5;
/** Takes the place of a form that was sent; its id follows. */
const SENT = "sent.";

/**
 * Keeps a form of this browser.
 *
 * @returns its id and the cookies to set; null if the user has too many
 * @throws StoreError
 */
export async function keepForm(
  ctx: SessionContext,
  sent: Omit<KeptForm, "id" | "started">,
): Promise<{ id: string; cookies: readonly CookieChange[] } | null> {
  const id = createFormId(ctx);
  const key = await store(ctx, { ...sent, id });
  if (key === null) return null;
  const target = await hash(sent.path);
  // The guard refused once more what the browser was told to send.
  const stale = (await listSending(ctx, target)).map(({ id }) =>
    ({ role: "attempt", key: id, value: null }) as const
  );
  const ticket = await sealTicket(ctx, { id, key, target, isSending: false });
  return { id, cookies: [...toForgotten(ctx), ...stale, ticket] };
}

/**
 * Makes an id. It begins with a letter, so that it sorts after the ids of
 * attempts, which are forgotten first; the oldest form comes first.
 */
function createFormId({ now }: SessionContext): string {
  return `z${now.toString(36).padStart(8, "0")}${randomText(9)}`;
}

/** Puts a form into a free place; returns its key, or null if there is none. */
async function store(
  ctx: SessionContext,
  form: Omit<KeptForm, "started">,
): Promise<string | null> {
  const { settings: { keyring }, origin } = ctx;
  const text = JSON.stringify(["form", origin, form.user]);
  const [name = ""] = await keyring.namesOf(text);
  const keys = Array.from({ length: MAX_FORMS }, (_, i) => `form:${name}.${i}`);
  const sealed = await seal(keyring, STORED, { ...form }, ctx.now);
  const { store } = ctx.effects;
  const values = await store.get(keys);
  for (const [i, key] of keys.entries()) {
    const value = values[i] ?? null;
    if (value !== null && !value.startsWith(SENT)) continue;
    if (await store.compareAndSet(key, value, sealed, FORM_MAX_AGE)) {
      return key;
    }
  }
  return null;
}

/** The result of looking for a form. */
export type FormFound =
  | { readonly kind: "kept"; readonly form: KeptForm }
  | { readonly kind: "sent" }
  /** It has expired, or belongs to another browser. */
  | { readonly kind: "gone" };

/**
 * Finds a form of this browser.
 *
 * @throws StoreError
 */
export async function findForm(
  ctx: SessionContext,
  id: string,
): Promise<FormFound> {
  const ticket = await openAttempt<Ticket>(ctx, "form", id);
  if (ticket === null) return { kind: "gone" };
  const value = await readPlace(ctx, ticket);
  if (value === SENT + id) return { kind: "sent" };
  const form = await openForm(ctx, value, id);
  return form === null ? { kind: "gone" } : { kind: "kept", form };
}

/** Notes that the browser is told to send a form of its own. */
export async function markSending(
  ctx: SessionContext,
  id: string,
): Promise<readonly CookieChange[]> {
  const ticket = await openAttempt<Ticket>(ctx, "form", id);
  if (ticket === null) return [];
  return [await sealTicket(ctx, { ...ticket, isSending: true })];
}

/**
 * Takes a form that the browser was told to send out of the store, when it
 * arrives where it was sent before: only the first one that arrives may pass.
 *
 * @param path path and query
 * @returns whether it was sent before, and the cookies to set
 * @throws StoreError
 */
export async function claimForm(
  ctx: SessionContext,
  path: string,
): Promise<{ isRepeated: boolean; cookies: readonly CookieChange[] }> {
  const cookies: CookieChange[] = [];
  for (const ticket of await listSending(ctx, await hash(path))) {
    const isFirst = await claim(ctx, ticket);
    cookies.push(await sealTicket(ctx, { ...ticket, isSending: false }));
    if (isFirst) return { isRepeated: false, cookies };
  }
  return { isRepeated: cookies.length > 0, cookies };
}

/** Lists the forms of this browser that are being sent to a target. */
async function listSending(
  ctx: SessionContext,
  target: string,
): Promise<readonly Ticket[]> {
  const ids = [...ctx.jar.attempts.keys()].filter((id) =>
    id.startsWith("z") && id !== GUARD_PARAMS
  );
  const tickets = await Promise.all(
    ids.map((id) => openAttempt<Ticket>(ctx, "form", id)),
  );
  return tickets.filter((one) => one !== null)
    .filter((one) => one.isSending && one.target === target);
}

async function claim(
  ctx: SessionContext,
  { id, key }: Ticket,
): Promise<boolean> {
  const value = await readPlace(ctx, { key });
  // Another form has taken the place of one that was sent.
  if (value !== null && await openForm(ctx, value, id) === null) return false;
  return await ctx.effects.store.compareAndSet(
    key,
    value,
    SENT + id,
    FORM_MAX_AGE,
  );
}

async function readPlace(
  ctx: SessionContext,
  { key }: Pick<Ticket, "key">,
): Promise<string | null> {
  const [value = null] = await ctx.effects.store.get([key]);
  return value;
}

async function openForm(
  { settings: { keyring }, now }: SessionContext,
  value: string | null,
  id: string,
): Promise<KeptForm | null> {
  const opened = value === null
    ? null
    : await open(keyring, STORED, value, now);
  // The payload is what was sealed.
  const form = opened?.payload as KeptForm | undefined;
  return form?.id === id ? form : null;
}

async function sealTicket(
  ctx: SessionContext,
  ticket: Ticket,
): Promise<CookieChange> {
  const value = await sealCookie(ctx, "form", ticket);
  return { role: "attempt", key: ticket.id, value, maxAge: FORM_MAX_AGE };
}
