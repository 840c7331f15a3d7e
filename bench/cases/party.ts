import type { RelyingParty } from "../subjects/relying_party.ts";
import { measure } from "./measure.ts";
import type { OtherProvider } from "./provider_spawn.ts";

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
