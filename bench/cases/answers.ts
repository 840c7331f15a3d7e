import { createAuth } from "@latchkey/auth";
import { toToken } from "../subjects/sketch.ts";
import { origin, secret } from "../subjects/subject.ts";
import { measure, median } from "./measure.ts";

/** The number of calls in a block, and of blocks. */
export interface Answers {
  readonly count: number;
  readonly blocks: number;
}

/** A route, and an answer by hand that is as long. */
interface Pair {
  readonly path: string;
  readonly floor: (text: string) => (request: Request) => Response;
}

const pairs: Readonly<Record<string, Pair>> = {
  token: { path: "/auth/csrf", floor: () => () => toToken() },
  page: {
    path: "/auth/signin",
    // The page was written before; only the form token is new in each.
    floor: (text) => () => {
      const token = toToken();
      return new Response(text, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "set-cookie": token.headers.get("set-cookie") ?? "",
        },
      });
    },
  },
};

/**
 * Compares an answer of an auth route with one by hand, in alternating blocks:
 * microseconds of CPU.
 */
export async function answersCase(
  name: string,
  { count, blocks }: Answers,
): Promise<Record<string, number>> {
  const { path = "", floor } = pairs[name] ?? {};
  const { handler } = createSite();
  const text = await (await handler(toRequest(path))).text();
  const least = floor?.(text);
  const run = (isOwn: boolean, times: number) =>
    measure(times, async () => {
      const request = toRequest(path);
      const answer = isOwn ? await handler(request) : least?.(request);
      if (answer?.status !== 200) throw new Error(`${name} failed`);
    });
  await run(true, 10 * count);
  await run(false, 10 * count);
  const found = { own: [] as number[], floor: [] as number[] };
  for (let block = 0; block < blocks; block++) {
    const isFirst = block % 2 === 0;
    for (const isOwn of [isFirst, !isFirst]) {
      found[isOwn ? "own" : "floor"].push(await run(isOwn, count));
    }
  }
  return {
    own: median(found.own),
    floor: median(found.floor),
    over: median(found.own.map((one, i) => one / (found.floor[i] ?? NaN))),
  };
}

function toRequest(path: string): Request {
  return new Request(origin + path, { headers: { accept: "text/html" } });
}

/** A site with three providers, of which none is asked for anything. */
function createSite() {
  const providers = ["one", "two", "three"].map((id) => ({
    id,
    name: `Provider ${id}`,
    type: "oidc" as const,
    issuer: `https://${id}.example.com`,
    clientId: "client",
    authorization: "https://op.example.com/authorize",
    token: "https://op.example.com/token",
    jwks_endpoint: "https://op.example.com/jwks",
  }));
  return createAuth({ origin, secret, providers, limits: false });
}
