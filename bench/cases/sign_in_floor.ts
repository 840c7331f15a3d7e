import { createAuth } from "@latchkey/auth";
import { createSketch, type Registration } from "../subjects/sketch.ts";
import { beginByForm, type RelyingParty } from "../subjects/sign_in.ts";
import { origin, secret } from "../subjects/subject.ts";
import { measure, median } from "./measure.ts";
import { type OtherProvider, startProvider } from "./provider_process.ts";

/** The number of sign-ins in a block, and of blocks. */
export interface FloorSignIns {
  readonly count: number;
  readonly blocks: number;
  readonly warmUp: number;
}

const sessionCookie = "__Host-latchkey.session";

/** Creates an application of this library for a provider elsewhere. */
export function createOwn(registration: Registration): RelyingParty {
  const provider = {
    id: "op",
    name: "Test Provider",
    type: "oidc",
    ...registration,
  } as const;
  const auth = createAuth({ origin, secret, providers: [provider] });
  return { handler: auth.handler, begin: beginByForm, sessionCookie };
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

/** Measures microseconds of CPU per sign-in; the user's time at the provider does not count. */
export async function measureParty(
  party: RelyingParty,
  op: Pick<OtherProvider, "authorize">,
  count: number,
): Promise<number> {
  const browsers = Array.from({ length: count }, () => createBrowser(party));
  const urls: string[] = [];
  const begun = await measure(count, async (i) => {
    urls.push(await party.begin(browsers[i]?.ask ?? raise));
  });
  const back = await op.authorize(urls);
  const done = await measure(count, async (i) => {
    const answer = await browsers[i]?.ask(new Request(back[i] ?? ""));
    if (!browsers[i]?.jar.has(party.sessionCookie)) {
      throw new Error(`no session: ${answer?.status} ${await answer?.text()}`);
    }
  });
  return begun + done;
}

function raise(): never {
  throw new Error("no browser");
}

/** Sends requests with the cookies that earlier ones were answered with. */
function createBrowser({ handler }: Pick<RelyingParty, "handler">) {
  const jar = new Map<string, string>();
  const ask = async (request: Request): Promise<Response> => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
    if (cookie !== "") request.headers.set("cookie", cookie);
    const answer = await handler(request);
    for (const header of answer.headers.getSetCookie()) {
      const pair = header.slice(0, header.indexOf(";"));
      const equals = pair.indexOf("=");
      jar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return answer;
  };
  return { jar, ask };
}
