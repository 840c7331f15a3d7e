/**
 * For tests only: copies of a site in the middle of a flow, for tests that try
 * many things from the same point on. They prepare it once and use a copy for
 * each.
 *
 * @module
 */

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Browser, FaultProviderOptions } from "@latchkey/auth/testing";

type Call = [name: string, args: unknown[]];

const calls = new WeakMap<object, Call[]>();

/**
 * Wraps an adapter or a store, and notes the calls that may have changed it,
 * for {@link repeatCalls}. Calls that failed are not noted.
 */
export function recorded<T extends object>(inner: T): T {
  const own: Call[] = [];
  const wrapper = new Proxy(inner, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name === "symbol") return value;
      if (/^(?:get|list)/.test(name)) return value.bind(target);
      return (...args: unknown[]) => {
        const call: Call = [name, structuredClone(args)];
        const result = Reflect.apply(value, target, args);
        if (!(result instanceof Promise)) own.push(call);
        return result instanceof Promise
          ? result.then((answer) => (own.push(call), answer))
          : result;
      };
    },
  });
  calls.set(wrapper, own);
  return wrapper;
}

/**
 * Brings an empty adapter or store to the state of another one, whose calls
 * were {@link recorded}. The clock has to show the same time as then.
 */
export async function repeatCalls<T extends object>(
  from: T,
  onto: T,
): Promise<void> {
  const known = calls.get(from);
  assert.ok(known, "its calls were not recorded");
  for (const [name, args] of known) {
    const method = Reflect.get(onto, name) as (...args: unknown[]) => unknown;
    await method(...structuredClone(args));
  }
}

/** Gives a browser the cookies that another one has for a site. */
export function copyCookies(from: Browser, onto: Browser, site: string): void {
  for (const cookie of from.cookies(site)) {
    const { name, value, path, sameSite, expires } = cookie;
    assert.ok(cookie.hostOnly, "the cookies of several hosts");
    const line = [
      `${name}=${value}`,
      `Path=${path}`,
      `SameSite=${sameSite}`,
      ...cookie.secure ? ["Secure"] : [],
      ...cookie.httpOnly ? ["HttpOnly"] : [],
      ...expires === undefined
        ? []
        : [`Max-Age=${Math.ceil((expires - Date.now()) / 1000)}`],
    ];
    onto.setCookie(site, line.join("; "));
  }
}

/** Two sites with the same identity accept the same cookies and logins. */
export interface Identity {
  readonly secret: string;
  readonly op: FaultProviderOptions;
}

/** Creates the identity of a site; copies of the site get the same one. */
export function createIdentity(op: FaultProviderOptions = {}): Identity {
  return {
    secret: `secret of this site ${randomUUID()}`,
    op: createProviderIdentity(op),
  };
}

/**
 * Creates options of a provider, which make equal providers: one accepts what
 * the other one has issued, except codes and tokens.
 */
export function createProviderIdentity(
  options: FaultProviderOptions = {},
): FaultProviderOptions {
  const id = randomUUID().slice(0, 8);
  return {
    issuer: `https://op-${id}.example`,
    clientId: `client-${id}`,
    clientSecret: `secret-${randomUUID()}`,
    // Published keys are cached by issuer, and so have to keep their names.
    kid: `key-${id}`,
    ...options,
  };
}
