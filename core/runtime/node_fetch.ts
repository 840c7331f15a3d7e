import { findBuiltIn } from "./built_in.ts";

/**
 * The text with which the source of Node's own `fetch` begins. That of another
 * runtime, and of a function that stands in for it, begins in another way.
 */
const BEGINNING = "function fetch(input, init = undefined) {";

/** Where undici, which Node's `fetch` is made of, keeps the dispatcher of its requests. */
const DISPATCHERS = [
  Symbol.for("undici.globalDispatcher.1"),
  Symbol.for("undici.globalDispatcher.2"),
];

/** The diagnostics channel through which tracers see and change its requests. */
const CHANNEL = "undici:request:create";

interface Channels {
  hasSubscribers(name: string): boolean;
}

type Unknown = Readonly<Record<PropertyKey, unknown>>;

/**
 * Whether the global `fetch` is Node's own and sends as Node does without any
 * settings: it has not been replaced or wrapped, as tests and tracers do, no
 * dispatcher has been set, as for a proxy or for certificates, and no tracer
 * listens. False if that is not certain.
 */
export function isPlainNodeFetch(): boolean {
  const globals = globalThis as unknown as Unknown;
  return Function.prototype.toString.call(fetch).startsWith(BEGINNING) &&
    DISPATCHERS.every((key) => isPlainDispatcher(globals[key])) &&
    !isTraced();
}

function isTraced(): boolean {
  const channels = findBuiltIn<Channels>("node:diagnostics_channel");
  return channels?.hasSubscribers(CHANNEL) ?? true;
}

/** Only a cache: what an agent was created with does not change. */
const withoutOptions = new WeakSet<object>();

function isPlainDispatcher(dispatcher: unknown): boolean {
  // Node creates its own when it is first needed.
  if (dispatcher === undefined) return true;
  if (typeof dispatcher !== "object" || dispatcher === null) return false;
  const { constructor, dispatch } = dispatcher as Unknown;
  if (!(constructor instanceof Function)) return false;
  // One with interceptors is a proxy, which has a `dispatch` of its own, and a
  // tracer may have replaced the one that the class inherits.
  const { prototype } = constructor;
  if (dispatch !== prototype.dispatch) return false;
  if (Object.hasOwn(prototype, "dispatch")) return false;
  if (withoutOptions.has(dispatcher)) return true;
  const isPlain = constructor.name === "Agent" &&
    Object.getPrototypeOf(constructor).name === "DispatcherBase" &&
    readName(findPart(dispatcher, "factory")) === "defaultFactory" &&
    isDefault(findPart(dispatcher, "options"));
  if (isPlain) withoutOptions.add(dispatcher);
  return isPlain;
}

/** Finds a member that has a symbol for a name; undefined if there is none. */
function findPart(object: object, description: string): unknown {
  const symbol = Object.getOwnPropertySymbols(object)
    .find((one) => one.description === description);
  return symbol && (object as Unknown)[symbol];
}

function readName(factory: unknown): string | undefined {
  return factory instanceof Function ? factory.name : undefined;
}

/** Whether all options have the values that they have if none is set. */
function isDefault(options: unknown): boolean {
  return typeof options === "object" && options !== null &&
    Object.values(options).every((value) =>
      value === undefined || value === Infinity
    );
}
