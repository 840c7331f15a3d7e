import type { Session as SignedIn } from "../../core/model/model.ts";
import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import { send } from "../../server/send.ts";
import {
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  UseGuards,
} from "./common.ts";
import { Reflector } from "./core.ts";
import { findRequest, seekRequest } from "./find_request.ts";
import { toOwned, toResponse } from "./host.ts";
import { type NestParts, owners, PARTS } from "./parts.ts";
import { AuthRefusal, requireSession, toReply } from "./refusal.ts";
import type {
  NestAuthRequest,
  NestContext,
  NestDecorator,
  NestParameterDecorator,
} from "./types.ts";

/** The keys of metadata. */
const OPTIONS = "latchkey:require";
const PUBLIC = "latchkey:public";

/** The contexts that have passed, however many decorators bring the guard. */
const passed = new WeakSet<object>();

/**
 * The guard of routes, resolvers and gateways: `@UseGuards(AuthGuard)`, or
 * `{ provide: APP_GUARD, useClass: AuthGuard }` for all of them. Without a
 * decorator of this module, it lets every signed-in user through.
 */
export class AuthGuard {
  readonly #parts: NestParts;

  /** Gets what `AuthModule` provides; Nest calls it. */
  constructor(parts: unknown) {
    this.#parts = parts as NestParts;
  }

  /**
   * Lets a request pass.
   *
   * @throws AuthRefusal, in a gateway `WsException`
   */
  async canActivate(context: NestContext): Promise<boolean> {
    const options = readOptions(context);
    const request = options === null
      ? seekRequest(context)
      : findRequest(context);
    if (request !== null) owners.set(toOwned(request), this.#parts);
    if (options === null || request === null || passed.has(context)) {
      return true;
    }
    try {
      await requireSession(this.#parts, request, options);
    } catch (error) {
      if (!(error instanceof AuthRefusal)) throw error;
      throw await this.#refuse(context, request, error);
    }
    passed.add(context);
    return true;
  }

  /** Prepares the answer, and returns the exception for this kind of context. */
  async #refuse(
    context: NestContext,
    request: NestAuthRequest,
    refusal: AuthRefusal,
  ): Promise<Error> {
    const { body: _, ...head } = toReply(refusal);
    switch (context.getType()) {
      case "http": {
        const [, response] = context.getArgs();
        // A filter of the application may take the exception, and send another
        // body: the redirect and the cookies are those of the refusal.
        send(toResponse(response as object), head);
        return refusal;
      }
      case "ws": {
        const { WsException } = await import("@nestjs/websockets" as string);
        return new WsException(refusal.getResponse());
      }
      default:
        this.#parts.nest.write(request, head.cookies);
        return refusal;
    }
  }
}
Injectable()(AuthGuard);
Inject(PARTS)(AuthGuard, undefined, 0);

const reflector = new Reflector();

/** Returns what a handler and its class demand; null if everybody may pass. */
function readOptions(context: NestContext): RequireOptions<SignedIn> | null {
  const [ofHandler, ofClass] = [context.getHandler(), context.getClass()].map(
    (place) => ({
      options: reflector.get(OPTIONS, place) as
        | RequireOptions<SignedIn>
        | undefined,
      isPublic: reflector.get(PUBLIC, place) === true,
    }),
  );
  for (const one of [ofHandler, ofClass]) {
    if (one?.options !== undefined) break;
    if (one?.isPublic === true) return null;
  }
  return { ...ofClass?.options, ...ofHandler?.options };
}

/**
 * Lets only users through who pass a guard with these options. On a class, they
 * apply to each of its methods, whose own take precedence. It brings
 * {@link AuthGuard} with it.
 */
export function RequireSession<S = SignedIn>(
  options: RequireOptions<S> = {},
): NestDecorator {
  return (target, key, descriptor) => {
    const known = reflector.get(OPTIONS, descriptor?.value ?? target);
    const all = { ...known as object | undefined, ...options };
    SetMetadata(OPTIONS, all)(target, key, descriptor);
    UseGuards(AuthGuard)(target, key, descriptor);
  };
}

/** Lets only users through who have one of these roles. */
export function Roles(...role: readonly string[]): NestDecorator {
  return RequireSession({ role });
}

/**
 * Lets everybody through a guard of the class or of the whole application. On a
 * method or class with {@link RequireSession} or {@link Roles}, it changes
 * nothing.
 */
export function Public(): NestDecorator {
  return SetMetadata(PUBLIC, true);
}

/** The session, as it is without a `session` callback. */
export type Session = SignedIn;

/**
 * A parameter with the session, or null: `@Session() session: Session | null`.
 * In a gateway, it needs {@link AuthGuard}, where {@link Public} lets everybody
 * through.
 */
export const Session: () => NestParameterDecorator = createParamDecorator(
  async (_, context) => {
    const request = findRequest(context);
    const parts = owners.get(toOwned(request));
    if (parts !== undefined) {
      return await parts.host.functions.getSession(request);
    }
    throw new Error(
      "@Session() needs AuthModule in front of the route, and in a gateway AuthGuard.",
    );
  },
);
