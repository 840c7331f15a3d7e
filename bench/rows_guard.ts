import type { Runtime } from "./prepare.ts";
import { runRounds } from "./rounds.ts";
import type { Plan } from "./rows.ts";
import { type Line, toText, toTimes } from "./table.ts";

/** The results of `cases/floors.ts`, by the row that shows them. */
const FLOORS = {
  session: "session read, `createAuth().session(request)`, over its sketch",
  handler: "`GET /auth/session`, `createAuth().handler`, over its sketch",
} as const;

/** The results of `cases/guard.ts`, by the line that shows them. */
const ROUTES = {
  guard: "`auth.require()`",
  middleware: "`auth.session`",
  getSession: "`auth.getSession(req)`",
} as const;

/** Measures this library beside sketches that do the least, in one run. */
export async function measureGuards(
  runtime: Runtime,
  plan: Plan,
): Promise<Line[]> {
  const rounds = plan.quick ? 1 : 3;
  const reads = { sessions: 2000, warmUp: 20_000, reads: 2000 };
  const load = { sessions: 300, connections: 48, warmUp: 4000 };
  const [floors, guard] = await runRounds(runtime, rounds, [
    {
      label: "floors",
      kind: "floors",
      args: [{ ...reads, blocks: plan.quick ? 10 : 30 }],
    },
    {
      label: "Latchkey, guards",
      kind: "guard",
      args: ["Latchkey, guards", {
        ...load,
        requests: 1000,
        blocks: plan.quick ? 10 : 20,
      }],
    },
  ]);
  return [
    ...toFloorLines(runtime.name, floors?.values ?? {}),
    ...toGuardLines(runtime.name, guard?.values ?? {}),
  ];
}

type Values = Readonly<Record<string, number>>;

function toFloorLines(runtime: string, values: Values): Line[] {
  return Object.entries(FLOORS).map(([name, row]) => ({
    row,
    subject: "Latchkey",
    runtime,
    value: `${toText(values[name] ?? NaN, "µs CPU")}, sketch ${
      toText(values[`${name}Floor`] ?? NaN)
    }`,
    ratio: `${toTimes(values[`${name}Over`] ?? NaN, 1)} the sketch`,
  }));
}

function toGuardLines(runtime: string, values: Values): Line[] {
  const { bare = NaN, sketch = NaN } = values;
  const { endpoint = NaN, endpointFloor = NaN, endpointOver = NaN } = values;
  const row = "CPU over the bare route of Express 5";
  const line = (subject: string, value: number, ratio: string): Line => ({
    row,
    subject,
    runtime,
    value: toText(value, "µs CPU"),
    ratio,
  });
  return [
    line("bare route: all of it", bare, "–"),
    line("sketch", sketch - bare, "1"),
    ...Object.entries(ROUTES).map(([name, subject]) =>
      line(
        subject,
        (values[name] ?? NaN) - bare,
        `${toTimes(values[`${name}Over`] ?? NaN, 1)} the sketch`,
      )
    ),
    {
      row: "`GET /auth/session` through Express 5",
      subject: "Latchkey",
      runtime,
      value: `${toText(endpoint, "µs CPU")}, sketch ${toText(endpointFloor)}`,
      ratio: `${toTimes(endpointOver, 1)} the sketch`,
    },
  ];
}
