import type { RelyingParty } from "../subjects/relying_party.ts";
import { createBrowser } from "./jar.ts";
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
    if (!browsers[i]?.jar.cookies.has(party.sessionCookie)) {
      throw new Error(`no session: ${answer?.status} ${await answer?.text()}`);
    }
  });
  return begun + done;
}

function raise(): never {
  throw new Error("no browser");
}
