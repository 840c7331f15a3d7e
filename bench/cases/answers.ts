import { createAuth } from "@latchkey/auth";
import { createForms, type Forms, takeApart } from "../subjects/form_sketch.ts";
import { toResponse } from "../subjects/plain_answer.ts";
import { createSealer } from "../subjects/sketch_seal.ts";
import { origin, secret } from "../subjects/subject.ts";
import { measure, median } from "./measure.ts";

/** The number of calls in a block, and of blocks. */
export interface Answers {
  readonly count: number;
  readonly blocks: number;
}

const paths: Readonly<Record<string, string>> = {
  token: "/auth/csrf",
  page: "/auth/signin",
};

/**
 * Compares an answer of an auth route with one by hand, in alternating blocks:
 * microseconds of CPU.
 */
export async function answersCase(
  name: string,
  { count, blocks }: Answers,
): Promise<Record<string, number>> {
  const path = paths[name] ?? "";
  const { handler } = createSite();
  const page = await takeApart(await handler(toRequest("/auth/signin")));
  const least = createFloor(createForms(createSealer(), page));
  const run = (isOwn: boolean, times: number) =>
    measure(times, async () => {
      const request = toRequest(path);
      const answer = isOwn ? await handler(request) : least(request);
      if (
        answer.status !== 200 || !answer.headers.has("set-cookie")
      ) throw new Error(`${name} failed`);
    });
  await run(true, 100 * count);
  await run(false, 100 * count);
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

/** A handler by hand of both routes. */
function createFloor(forms: Forms): (request: Request) => Response {
  return (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname === paths.token) {
      return toResponse(forms.token(request));
    }
    return request.method === "GET" && pathname === paths.page
      ? toResponse(forms.page(request))
      : new Response(null, { status: 404 });
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
