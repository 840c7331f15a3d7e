/**
 * For tests only: a host that runs Qwik City itself, without Vite: its request
 * handler over hand-made routes. Closures are not compiled, so they run as they
 * are.
 *
 * @module
 */

import "../core/runtime/test_mode_testkit.ts";
import { registerHooks } from "node:module";
import type { RequestEventCommon } from "@builder.io/qwik-city";
import type { AuthConfig } from "@latchkey/auth";
import type { Page } from "@latchkey/auth/testing";
import {
  type App,
  app,
  type AppOptions,
  createApp,
  type Handler,
  type Host,
} from "../testing/app_testkit.ts";

/** The modules that Vite would generate from the application's routes. */
const virtual: Readonly<Record<string, string>> = {
  "@qwik-city-plan": "data:text/javascript,export default {routes:[]}",
  "@qwik-city-sw-register": "data:text/javascript,export default ''",
};

const hooks = registerHooks({
  resolve: (specifier, context, next) => {
    const url = virtual[specifier];
    return url === undefined
      ? next(specifier, context)
      : { url, shortCircuit: true };
  },
});

const runtime = await import("@builder.io/qwik");
const { requestHandler } = await import(
  "@builder.io/qwik-city/middleware/request-handler"
);
/** The entry, imported after the generated modules were registered. */
export const entry = await import("@latchkey/auth/component");
// A module that is loaded under hooks does not get the import map's scopes, by
// which the files of a group get their own `node:test`.
hooks.deregister();

const {
  _deserializeData,
  _regSymbol,
  _serializeData,
  _verifySerializable,
  inlinedQrl,
  // deno-lint-ignore no-explicit-any -- private to Qwik, and handed over as its adapters do
} = runtime as any;
const serializer = { _deserializeData, _serializeData, _verifySerializable };

/** The exports of one file below `src/routes`, by name. */
export type RouteModule = Readonly<Record<string, unknown>>;

/** The files of each page of a site, layouts first. */
export type Routes = Readonly<Record<string, readonly RouteModule[]>>;

/** Options of {@link qwik}. */
export interface QwikOptions {
  readonly routes?: Routes;
  /** Replaces the function that returns the app's configuration. */
  readonly source?: (ev: RequestEventCommon) => AuthConfig;
  readonly checkOrigin?: boolean;
  /** A plugin of the application, which runs in front. */
  readonly plugin?: RouteModule;
  readonly platform?: unknown;
  /** Variables of the platform. */
  readonly env?: Readonly<Record<string, string>>;
  /** Vite's `base`. */
  readonly base?: string;
}

/** The members of an app that only Qwik City has. */
interface QwikHost {
  readonly auth: ReturnType<typeof entry.ComponentAuth$>;
  /** The number of calls of the configuration function. */
  readonly asked: () => number;
}

/** An app on Qwik City. */
export type QwikSite = App & QwikHost;

/** A page whose body is the data of its loaders and action, as JSON. */
export function page(exports: RouteModule = {}): RouteModule {
  return { default: () => null, ...exports };
}

/** Qwik City with the plugin, as `src/routes/plugin@auth.ts` would export it. */
export function qwik(options: QwikOptions = {}): Host<QwikHost> {
  return ({ config }) => {
    let asked = 0;
    const auth = entry.ComponentAuth$(
      options.source ?? (() => {
        asked++;
        return config;
      }),
    );
    return { auth, asked: () => asked, fetch: toFetch(auth, options) };
  };
}

/** Creates an app on Qwik City. */
export async function createQwikApp(
  { config, ...options }: QwikOptions & Pick<AppOptions, "config"> = {},
): Promise<QwikSite> {
  return await createApp({
    host: qwik(options),
    ...config === undefined ? {} : { config },
  });
}

function toFetch(
  auth: QwikSite["auth"],
  options: QwikOptions,
): Handler {
  const { checkOrigin = true, platform = {}, env = {}, plugin } = options;
  const { routes = { "/": [page()] }, base = "/" } = options;
  const plan = {
    routes: Object.entries(routes).map(([path, modules]) => [
      base.replace(/\/$/, "") + path,
      modules.map((module) => () => module),
    ]),
    serverPlugins: plugin === undefined ? [auth] : [plugin, auth],
    trailingSlash: false,
    basePathname: base,
    cacheModules: false,
  };
  return async (request) => {
    const answer = Promise.withResolvers<Response>();
    const event = toServerEvent(request, { platform, env }, answer.resolve);
    const handled = await requestHandler(
      event as never,
      { render: toRender(auth), qwikCityPlan: plan, checkOrigin } as never,
      serializer as never,
    );
    if (handled === null) return notFound();
    const error = await handled.completion;
    if (error) throw error;
    return handled.requestEv.headersSent ? await answer.promise : notFound();
  };
}

function notFound(): Response {
  return new Response("not found", {
    status: 404,
    headers: { "content-type": "text/html" },
  });
}

/**
 * Builds the server event as the Node adapter does: cookies last, one header
 * each.
 */
function toServerEvent(
  request: Request,
  { platform, env }: Required<Pick<QwikOptions, "platform" | "env">>,
  resolve: (response: Response) => void,
) {
  return {
    mode: "server",
    url: new URL(request.url),
    locale: undefined,
    platform,
    request,
    env: { get: (name: string) => env[name] },
    getClientConn: () => ({}),
    getWritableStream: (
      status: number,
      headers: Headers,
      cookies: { headers(): string[] },
    ) => {
      const all = new Headers(headers);
      for (const cookie of cookies.headers()) all.append("set-cookie", cookie);
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      return new WritableStream<Uint8Array<ArrayBuffer>>({
        write: (chunk) => void chunks.push(chunk),
        close: () => {
          const body = [204, 303, 304].includes(status)
            ? null
            : new Blob(chunks);
          resolve(new Response(body, { status, headers: all }));
        },
      });
    },
  };
}

interface RenderOptions {
  readonly stream: { write(text: string): Promise<void> };
  readonly serverData: {
    readonly qwikcity: {
      readonly response: {
        readonly loaders: Record<string, unknown>;
        readonly action?: string;
        readonly formData?: FormData;
      };
    };
  };
}

/**
 * Replaces rendering: returns the data that a page is rendered from, and its
 * two forms.
 */
function toRender({ useSignIn, useSignOut }: QwikSite["auth"]) {
  return async ({ stream, serverData }: RenderOptions) => {
    const { loaders, action, formData } = serverData.qwikcity.response;
    const values = await Promise.all(
      Object.entries(loaders).map(async ([id, value]) => [id, await value]),
    );
    const data = {
      loaders: Object.fromEntries(values),
      action,
      form: [...formData ?? []],
    };
    const form = (hook: unknown, fields: string) =>
      `<form method="post" action="?qaction=${idOf(hook)}">${fields}</form>`;
    await stream.write([
      "<!doctype html>",
      form(
        useSignIn,
        '<input name="providerId" value="op"><input name="redirectTo" value=""><button>Sign in</button>',
      ),
      form(useSignOut, "<button>Sign out</button>"),
      `<script type="application/json">${JSON.stringify(data)}</script>`,
    ].join(""));
    return {};
  };
}

/** The data of a page. */
export function readPage(html: string): {
  readonly loaders: Readonly<Record<string, unknown>>;
  readonly action?: string;
  /** The content of `action.formData`. */
  readonly form: readonly (readonly [string, string])[];
} {
  const [, json] = /<script type="application\/json">(.*)<\/script>/s
    .exec(html) ?? [];
  if (json === undefined) throw new Error(`This is no page: ${html}`);
  return JSON.parse(json);
}

/** Returns the id of a loader or an action in URLs and data. */
export function idOf(hook: unknown): string {
  return (hook as { __id: string }).__id;
}

/** The request of a form without JavaScript. */
export function formRequest(
  path: string,
  action: unknown,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Request {
  return new Request(`${app}${path}?qaction=${idOf(action)}`, {
    method: "POST",
    headers: {
      origin: app,
      accept: "text/html",
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "navigate",
      ...headers,
    },
    body: new URLSearchParams(fields),
  });
}

/** The request of `submit()`, as sent by Qwik City's script. */
export function submitRequest(
  path: string,
  action: unknown,
  input: unknown,
  headers: Readonly<Record<string, string>> = {},
): Request {
  const url = `${path.replace(/\/$/, "")}/q-data.json?qaction=${idOf(action)}`;
  return new Request(app + url, {
    method: "POST",
    headers: {
      origin: app,
      accept: "*/*",
      "content-type": "application/json; charset=UTF-8",
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "cors",
      ...headers,
    },
    body: JSON.stringify(input),
  });
}

/** Reads the response to Qwik City's script. */
export async function readData(response: Response): Promise<{
  readonly loaders: Record<string, unknown>;
  readonly redirect?: string;
  readonly status: number;
}> {
  return _deserializeData(await response.text());
}

/**
 * Builds the request by which a page calls a `server$` function, which is a
 * method of its event.
 */
export async function callRequest(
  path: string,
  fn: (this: never) => unknown,
): Promise<Request> {
  const hash = `h${crypto.randomUUID().replaceAll("-", "")}`;
  _regSymbol(fn, hash);
  return new Request(`${app}${path}?qfunc=${hash}`, {
    method: "POST",
    headers: {
      origin: app,
      accept: "application/json, application/qwik-json",
      "content-type": "application/qwik-json",
      "x-qrl": hash,
    },
    body: await _serializeData([inlinedQrl(fn, `fn_${hash}`)], false),
  });
}

/** Signs in through the form of the page at `/`, without JavaScript. */
export async function signIn(
  { browser }: QwikSite,
  redirectTo = "/",
): Promise<Page> {
  const home = await browser.goto(`${app}/`);
  return await browser.submit(home, {
    button: "Sign in",
    fields: { redirectTo },
  });
}

/** Returns the session in the loader data of a page. */
export function sessionOf({ auth }: QwikSite, html: string): unknown {
  return readPage(html).loaders[idOf(auth.useSession)];
}

/** Returns the result of a form, from the data of its page. */
export async function resultOf(
  response: Response,
  action: unknown,
): Promise<Record<string, unknown>> {
  const { loaders } = await readData(response);
  return loaders[idOf(action)] as Record<string, unknown>;
}
