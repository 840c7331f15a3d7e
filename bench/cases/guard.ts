import { guardPaths } from "../subjects/guards.ts";
import {
  ask,
  type Load,
  measureLoad,
  send,
  toText,
  withServer,
} from "./express_load.ts";
import { median } from "./measure.ts";

/** The amount of load, in blocks for each path. */
export interface GuardLoad extends Load {
  readonly blocks: number;
}

type Path = keyof typeof guardPaths;

/**
 * Sends requests to the bare route, to the sketches and to this library's
 * routes of one server, in alternating blocks: microseconds of its CPU per
 * request, and how much more than the bare route each takes compared with its
 * floor. All requests send a session cookie.
 */
export function guardCase(
  name: string,
  load: GuardLoad,
  server: readonly string[],
): Promise<Record<string, number>> {
  return withServer([...server, name, String(load.sessions)], async (port) => {
    const cookies: string[] = await ask(port, "/-/cookies");
    const names = Object.keys(guardPaths) as Path[];
    const texts = names.map((one) =>
      cookies.map((cookie) => toText(guardPaths[one], cookie))
    );
    for (const list of texts) {
      await send(port, list, load.warmUp, load.connections);
    }
    const found = names.map((): number[] => []);
    for (let block = 0; block < load.blocks; block++) {
      // Forwards and backwards: each path follows a different one.
      const order = [...names.keys()];
      if (block % 2 === 1) order.reverse();
      for (const i of order) {
        found[i]?.push(await measureLoad(port, texts[i] ?? [], load));
      }
    }
    return toResult(
      Object.fromEntries(names.map((one, i) => [one, found[i] ?? []])),
    );
  });
}

/** The floor of each of this library's routes. */
const floors = {
  guard: "sketch",
  middleware: "sketch",
  getSession: "sketch",
  endpoint: "endpointFloor",
} as const;

function toResult(
  found: Readonly<Record<string, readonly number[]>>,
): Record<string, number> {
  const { bare = [] } = found;
  const compare = (path: string, floor: string, base: readonly number[]) =>
    median(
      (found[path] ?? []).map((value, i) =>
        (value - (base[i] ?? 0)) / ((found[floor]?.[i] ?? NaN) - (base[i] ?? 0))
      ),
    );
  const over = Object.entries(floors).map(([path, floor]) => [
    `${path}Over`,
    // The endpoint's floor is a whole answer; the others are a part of one.
    compare(path, floor, floor === "endpointFloor" ? [] : bare),
  ]);
  return Object.fromEntries([
    ...Object.entries(found).map(([name, values]) => [name, median(values)]),
    ...over,
  ]);
}
