import { createOwn } from "../subjects/own.ts";
import { createSketch } from "../subjects/sketch.ts";
import { median } from "./measure.ts";
import { measureParty } from "./party.ts";
import { startProvider } from "./provider_spawn.ts";

/** The number of sign-ins in a block, and of blocks. */
export interface FloorSignIns {
  readonly count: number;
  readonly blocks: number;
  readonly warmUp: number;
}

/**
 * Compares warm sign-ins with those of the sketch, in alternating blocks of one
 * process: milliseconds of CPU of the application, without the provider's.
 */
export async function signInFloorCase(
  { count, blocks, warmUp }: FloorSignIns,
  command: readonly string[],
): Promise<Record<string, number>> {
  const op = await startProvider(command);
  try {
    const parties = [createOwn(op), await createSketch(op)] as const;
    for (const party of parties) await measureParty(party, op, warmUp);
    const found: [number[], number[]] = [[], []];
    for (let block = 0; block < blocks; block++) {
      for (const which of block % 2 === 0 ? [0, 1] as const : [1, 0] as const) {
        found[which].push(await measureParty(parties[which], op, count));
      }
    }
    const [own, sketch] = found;
    return {
      own: median(own) / 1000,
      sketch: median(sketch) / 1000,
      over: median(own.map((value, i) => value / (sketch[i] ?? NaN))),
    };
  } finally {
    op.stop();
  }
}
