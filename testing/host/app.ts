/**
 * The application under test, as the cases see it.
 *
 * @module
 */

import { createBrowser } from "../browser.ts";
import type { Browser, SiteHandler } from "../browser_types.ts";
import type { Backstage } from "./backstage.ts";
import type { ContractEnvironment } from "./config.ts";
import { type Network, openNetwork } from "./network.ts";

/** An application that runs. */
export interface StartedHost {
  /** Its origin on this machine, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Ends it. */
  stop(): unknown;
}

/** Starts an application with an environment. */
export type StartHost = (
  env: ContractEnvironment,
) => StartedHost | PromiseLike<StartedHost>;

/** The application under test. */
export interface HostApp extends Omit<Backstage, "close"> {
  /** The origin that browsers see. */
  readonly origin: string;
  /** The path that the application is under; empty for the root. */
  readonly prefix: string;
  /** Returns the URL of a path of the application. */
  readonly url: (path: string) => string;
  /** Sends one request over the network, without a browser. */
  readonly send: SiteHandler;
  /** Creates a browser, which visits the application and the provider. */
  readonly createBrowser: () => Browser;
  /** Ends the application. */
  readonly close: () => Promise<void>;
}

/** Starts an application with additional variables. */
export async function openApp(
  start: StartHost,
  backstage: Backstage,
  extra: ContractEnvironment = {},
): Promise<HostApp> {
  const env = { ...backstage.env, ...extra };
  const { CONTRACT_ORIGIN, CONTRACT_PREFIX: prefix = "" } = env;
  const started = await start(env);
  const network = await openNetwork(started.origin);
  const origin = CONTRACT_ORIGIN ?? started.origin;
  const send = toSender(network, CONTRACT_ORIGIN !== undefined);
  const { op } = backstage;
  return {
    ...backstage,
    env,
    origin,
    prefix,
    url: (path) => origin + prefix + path,
    send,
    createBrowser: () =>
      createBrowser((request) =>
        new URL(request.url).origin === op.origin
          ? op.handler(request)
          : send(request)
      ),
    close: async () => {
      network.close();
      await started.stop();
    },
  };
}

/** Sends requests, with the headers of a proxy that ends TLS. */
function toSender(network: Network, isProxied: boolean): SiteHandler {
  return async (request) => {
    if (!isProxied) return await network.send(request);
    const { host } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-proto", "https");
    headers.set("x-forwarded-host", host);
    headers.set("x-forwarded-for", "192.0.2.1");
    return await network.send(new Request(request, { headers }));
  };
}
