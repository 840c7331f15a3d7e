import { signInApps } from "../subjects/sign_in_apps.ts";
import { origin } from "../subjects/subject.ts";
import { ask, withServer } from "./express_load.ts";
import { createJar } from "./jar.ts";
import { median, since } from "./measure.ts";
import { type OtherProvider, startProvider } from "./provider_spawn.ts";

/** The number of sign-ins in a block, of blocks, and of sign-ins at once. */
export interface ExpressSignIns {
  readonly count: number;
  readonly blocks: number;
  readonly warmUp: number;
  readonly browsers: number;
}

type Commands = readonly [provider: string[], server: string[]];

/**
 * Signs in through Express, from the sign-in page to the session, at
 * applications that have a process each, in alternating blocks: milliseconds of
 * CPU of the application.
 */
export async function signInExpressCase(
  names: readonly string[],
  amount: ExpressSignIns,
  [provider, server]: Commands,
): Promise<Record<string, number>> {
  const op = await startProvider(provider);
  const { issuer, clientId, clientSecret } = op;
  const registration = JSON.stringify({ issuer, clientId, clientSecret });
  const ports: number[] = [];
  const open = async (): Promise<number[][]> => {
    const name = names[ports.length];
    if (name === undefined) return await measureAll(names, ports, op, amount);
    return await withServer([...server, name, registration], (port) => {
      ports.push(port);
      return open();
    });
  };
  try {
    return toResult(names, await open());
  } finally {
    op.stop();
  }
}

async function measureAll(
  names: readonly string[],
  ports: readonly number[],
  op: OtherProvider,
  { count, blocks, warmUp, browsers }: ExpressSignIns,
): Promise<number[][]> {
  const run = async (i: number, times: number) => {
    const open = toOpen(names[i] ?? "", ports[i] ?? 0);
    const before = await ask(ports[i] ?? 0, "/-/cpu");
    for (let left = times; left > 0; left -= browsers) {
      await signInTogether(open, op, Math.min(left, browsers));
    }
    return since(before, await ask(ports[i] ?? 0, "/-/cpu")) / times / 1000;
  };
  for (const i of names.keys()) await run(i, warmUp);
  const found = names.map((): number[] => []);
  for (let block = 0; block < blocks; block++) {
    const order = [...names.keys()];
    if (block % 2 === 1) order.reverse();
    for (const i of order) found[i]?.push(await run(i, count));
  }
  return found;
}

/** Returns medians, and how much more than the first each takes. */
function toResult(
  names: readonly string[],
  found: readonly (readonly number[])[],
): Record<string, number> {
  const [least = []] = found;
  return Object.fromEntries(names.flatMap((name, i) => {
    const values = found[i] ?? [];
    const over = median(values.map((one, at) => one / (least[at] ?? NaN)));
    return [[name, median(values)], [`${name}, over`, over]];
  }));
}

/** Opens another browser, which begins a sign-in and ends it. */
type Open = () => {
  begin(): Promise<string>;
  end(back: string): Promise<void>;
};

function toOpen(name: string, port: number): Open {
  const app = signInApps[name];
  if (app === undefined) throw new TypeError(`no application ${name}`);
  return () => {
    const jar = createJar();
    const get = async (path: string, init: RequestInit = {}) => {
      // A browser's form accepts HTML, and this library answers it with a page
      // that leads on, since Chrome applies `form-action` to redirects. The
      // forms here accept any type, so that all applications redirect.
      const accept = init.method === "POST" ? "*/*" : "text/html";
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { accept, origin, cookie: jar.header() },
        redirect: "manual",
      });
      jar.take(answer.headers);
      const text = await answer.text();
      if (answer.status >= 400) {
        throw new Error(`${path}: ${answer.status} ${text}`);
      }
      return { text, to: answer.headers.get("location") ?? "" };
    };
    const begin = async (): Promise<string> => {
      const { start } = app;
      if ("link" in start) return (await get(start.link)).to;
      const { text } = await get(start.form);
      const [, csrfToken = ""] = /name="csrfToken" value="([^"]+)"/
        .exec(text) ?? [];
      const body = new URLSearchParams({ csrfToken });
      return (await get("/auth/signin/op", { method: "POST", body })).to;
    };
    const end = async (back: string): Promise<void> => {
      const { pathname, search } = new URL(back);
      const before = jar.cookies.get(app.sessionCookie);
      const { text } = await get(pathname + search);
      const session = jar.cookies.get(app.sessionCookie);
      if (session === before) throw new Error(`no session: ${text}`);
    };
    return { begin, end };
  };
}

async function signInTogether(
  open: Open,
  op: OtherProvider,
  count: number,
): Promise<void> {
  const browsers = Array.from({ length: count }, open);
  const urls = await Promise.all(browsers.map((one) => one.begin()));
  const back = await op.authorize(urls);
  await Promise.all(browsers.map((one, i) => one.end(back[i] ?? "")));
}
