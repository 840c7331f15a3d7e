import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyPluginCallback,
  FastifySchema,
} from "fastify";
import type { ConfigSource } from "../../core/config/config.ts";
import type { Session } from "../../core/model/model.ts";
import type { HostInstance } from "../../core/pipeline/host/create_host.ts";
import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import {
  listBases,
  toHostRequest,
} from "../../core/pipeline/host/host_request.ts";
import { loadPipeline } from "../../core/pipeline/load_pipeline.ts";
import {
  assertProxy,
  type ProxyOptions,
} from "../../core/pipeline/proxy/proxy_options.ts";
import { toPassedResponse } from "../../core/pipeline/response.ts";
import { cutMount } from "../../server/node_host.ts";
import { toSentBody, toSignal } from "../../server/proxy.ts";
import { send } from "../../server/send.ts";
import type { ServerRequest } from "../../server/types.ts";
import { type FastifyHost, toResponse } from "./host.ts";
import type {
  FastifyAuthHook,
  FastifyAuthOptions,
  FastifyAuthRequest,
} from "./types.ts";

/** What plugins and hooks need of the library. */
export interface FastifyParts<S> {
  readonly config: ConfigSource<FastifyAuthRequest>;
  readonly fastify: FastifyHost;
  readonly host: Pick<
    HostInstance<FastifyAuthRequest, S, unknown>,
    "follow" | "guard" | "handle"
  >;
}

/** Creates the plugin that serves the auth routes and reads the session. */
export function createAuthPlugin<S>(
  parts: FastifyParts<S>,
): FastifyPluginAsync<FastifyAuthOptions> {
  const { config, fastify } = parts;
  const plugin: FastifyPluginAsync<FastifyAuthOptions> = async (
    app,
    { prefix, decoratorName = "session" },
  ) => {
    const bases = prefix === undefined
      ? await listPaths(app.prefix, config)
      : [app.prefix + prefix];
    app.decorate(fastify.bases, bases);
    addSession(app, decoratorName, parts);
    for (const base of bases) {
      app.all(`${base.slice(app.prefix.length)}/*`, {
        // It answers before the body is parsed: no form here needs a parser.
        onRequest: createAnswer(parts),
        schema: { hide: true } as FastifySchema,
      }, (_, reply) => reply.callNotFound());
    }
  };
  return Object.assign(plugin, {
    [Symbol.for("skip-override")]: true,
    [Symbol.for("fastify.display-name")]: "@latchkey/auth",
  });
}

function createAnswer<S>({ host }: FastifyParts<S>): FastifyAuthHook {
  return async (request, reply) => {
    const answer = await host.handle(request);
    if (answer === null) return;
    send(toResponse(reply), answer);
    return reply;
  };
}

/** Reads the session of each request, and shows it as one of its properties. */
function addSession<S>(
  app: FastifyInstance,
  name: string,
  { fastify, host }: FastifyParts<S>,
): void {
  const sessions = new WeakMap<object, Session | null>();
  app.decorateRequest(name, {
    getter() {
      const session = sessions.get(this.raw) ?? null;
      // From here on, the reply depends on it.
      fastify.write(this, [], session !== null);
      return session;
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    fastify.bind(request, reply);
    if (fastify.isAuthRoute(request)) return;
    await host.follow(request, (session) => {
      sessions.set(request.raw, session);
    });
  });
}

/** Lists the paths of the auth routes that are below an instance's path. */
async function listPaths(
  prefix: string,
  config: ConfigSource<FastifyAuthRequest>,
): Promise<readonly string[]> {
  const bases = await listBases(
    () => typeof config === "function" ? { providers: [] } : config,
    { mount: `${prefix}/auth` },
  );
  const below = bases.filter((one) => one.startsWith(`${prefix}/`));
  if (below.length > 0) return [...new Set(below)];
  throw new Error(
    `The auth routes are registered at "${prefix}", but \`basePath\` is "${
      bases[0]
    }": set it to a path below "${prefix}", as visitors see it, or register with the option \`prefix\`.`,
  );
}

/** Creates the hook that lets only signed-in users through. */
export function createGuard<S>(
  { fastify, host }: FastifyParts<S>,
  options: RequireOptions<S>,
): FastifyAuthHook {
  return async (request, reply) => {
    // A guard of the whole application is none of the way to sign in.
    if (fastify.isAuthRoute(request)) return;
    fastify.bind(request, reply);
    const passage = await host.guard(request, options, () => request.body);
    if (passage.kind === "signed in") {
      return fastify.write(request, passage.cookies, true);
    }
    send(toResponse(reply), passage.reply);
    return reply;
  };
}

/** Creates the plugin that passes requests on to an API. */
export function createProxyPlugin<S>(
  { config, fastify }: FastifyParts<S>,
  options: ProxyOptions,
): FastifyPluginCallback {
  assertProxy(options, config);
  return (app, _options, done) => {
    // Bodies are passed on as they are.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.all("/*", async (request, reply) => {
      const { answerProxy } = await loadPipeline();
      const mount = cutMount(app.prefix, request.url);
      const answer = await answerProxy({
        ...toHostRequest(request, fastify.toIncoming(request), config),
        key: request.raw,
        path: request.url.slice(mount.length),
        mount,
        body: toSentBody(request.raw as ServerRequest),
        signal: toSignal(reply.raw),
      }, options);
      return toPassedResponse(answer);
    });
    done();
  };
}
