import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  customFetch,
  type OIDCConfig,
} from "@latchkey/auth";
import { ServerAuth } from "@latchkey/auth/server";
import {
  createBrowser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { randomText } from "../../../crypto/random.ts";
import {
  assertNoRejections,
  endTest,
  until,
} from "../../../../testing/checks_testkit.ts";
import { site } from "../../../../testing/app_testkit.ts";
import {
  catchTimers,
  replaceTimers,
  restoreTimers,
} from "../../../runtime/timers_testkit.ts";
import { makeKeys } from "./fapi_testkit.ts";
import {
  startProgram,
  waitForEnd,
} from "../../../../testing/program_testkit.ts";

/** Node 20 cannot be told from runtimes that end work with the answer. */
const skip = !("navigator" in globalThis);

const ISS = "authorization_response_iss_parameter_supported";
const PAR = "pushed_authorization_request_endpoint";

/** Metadata without two members that the profile needs. */
const LACKING = {
  body: (json: object) => ({ ...json, [ISS]: undefined, [PAR]: undefined }),
};

/** Runs a process that makes an instance, on the same runtime as this one. */
function run(...args: string[]) {
  const child = startProgram(["./start_testkit", import.meta.url], args);
  const hasPrinted = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.once("data", () => resolve());
    }
  });
  const end = waitForEnd(child).then(({ text, errors }) => text + errors);
  return { hasPrinted, end, kill: () => void child.kill("SIGKILL") };
}

interface Site {
  readonly op: FaultProvider;
  readonly config: AuthConfig;
  /** Errors with `error`, warnings with their code. */
  readonly log: string[];
}

/** Makes a configuration with a provider that is held to the profile. */
async function setUp(entry: Partial<OIDCConfig> = {}): Promise<Site> {
  const { publicKey, privateKey } = await makeKeys();
  const op = await createFaultProvider({
    alg: "ES256",
    clientAuth: "private_key_jwt",
    clientPublicKey: publicKey,
  });
  const log: string[] = [];
  const config: AuthConfig = {
    secret: randomText(32),
    origin: site,
    limits: false,
    logger: {
      error: (error) => void log.push(`error: ${error.message}`),
      warn: (code, message) => void log.push(`${code}: ${message}`),
    },
    providers: [op.provider({
      profile: "fapi2",
      clientSecret: undefined,
      token: { clientPrivateKey: privateKey },
      ...entry,
    })],
  };
  return { op, config, log };
}

/** Creates an instance, and lets its timer go off. */
async function startInstance(config: AuthConfig) {
  const timers = catchTimers();
  const auth = createAuth(config);
  await until(() => timers.length === 1);
  timers[0]?.();
  return auth;
}

type Instance = Awaited<ReturnType<typeof startInstance>>;

async function get(auth: Instance, path: string, origin = site) {
  return await auth.handler(
    new Request(origin + path, { headers: { accept: "text/html" } }),
  );
}

/** Signs in with the built-in page. */
async function signIn(auth: Instance, op: FaultProvider): Promise<string> {
  const browser = createBrowser({
    [site]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? auth.handler(request)
        : Promise.resolve(new Response("home")),
    [op.origin]: op.handler,
  });
  const page = await browser.goto(`${site}/auth/signin`);
  return (await browser.submit(page)).url;
}

/** Asserts that one error names both members, and returns the log. */
function assertNamed(log: readonly string[]): void {
  assert.equal(log.length, 1, log.join("\n"));
  assert.match(log[0] ?? "", new RegExp(`^error: .*${PAR}[^]*${ISS}`));
}

afterEach(async () => {
  restoreTimers();
  mock.restoreAll();
  await endTest();
});

describe("the metadata of a provider that is held to the profile, at start", {
  skip,
}, () => {
  it("what it lacks is one error without a request, logged once", async () => {
    const { op, config, log } = await setUp();
    op.faults.discovery = LACKING;
    const auth = await startInstance(config);
    await until(() => log.length > 0);
    assertNamed(log);
    await get(auth, "/auth/signin");
    await get(auth, "/auth/session");
    await auth.session(new Request(site));
    assertNamed(log);
    assert.equal(op.count("discovery"), 1);
  });

  it("the Express integration checks it, too", async () => {
    const { op, config, log } = await setUp();
    op.faults.discovery = LACKING;
    const timers = catchTimers();
    ServerAuth(config);
    await until(() => timers.length === 1);
    timers[0]?.();
    await until(() => log.length > 0);
    assertNamed(log);
  });

  it("complete metadata logs nothing, and the sign-in does not fetch it again", async () => {
    const { op, config, log } = await setUp();
    const auth = await startInstance(config);
    await until(() => op.count("discovery") === 1);
    assert.equal(await signIn(auth, op), `${site}/`);
    assert.deepEqual(log, []);
    assert.equal(op.count("discovery"), 1);
  });

  it("a provider that cannot be reached is one warning, and the sign-in tries again", async () => {
    const { op, config, log } = await setUp();
    op.faults.discovery = [{ reset: true }, "ok"];
    const auth = await startInstance(config);
    await until(() => log.length > 0);
    await get(auth, "/auth/csrf");
    assert.equal(log.length, 1);
    assert.match(log[0] ?? "", /^unchecked: .*failed.*later request/);
    assert.equal(await signIn(auth, op), `${site}/`);
    assert.equal(log.length, 1);
  });

  it("what the page of a provider that came back finds to be missing is logged once", async () => {
    const { op, config, log } = await setUp({ [customFetch]: undefined });
    mock.method(globalThis, "fetch", op.fetch);
    op.faults.discovery = [{ reset: true }, LACKING];
    const auth = await startInstance(config);
    await until(() => log.length > 0);
    await get(auth, "/auth/signin");
    await until(() => log.length > 1);
    assertNamed(log.slice(1));
  });

  it("a mistake of the application is logged, too, and its provider is not asked", async () => {
    const { op, config, log } = await setUp({ dpop: false });
    await startInstance(config);
    await until(() => log.length > 0);
    assert.equal(log.length, 1, log.join());
    assert.match(log[0] ?? "", /needs bound tokens: remove `dpop: false`/);
    await assertNoRejections();
    assert.equal(op.requests.length, 0);
  });

  it("a provider that does not answer delays no page", async () => {
    const { op, config, log } = await setUp();
    op.faults.discovery = { hang: true };
    const auth = await startInstance({ ...config, providerTimeout: 0.5 });
    await until(() => op.count("discovery") === 1);
    assert.equal((await get(auth, "/auth/signin")).status, 200);
    assert.deepEqual(log, []);
    await until(() => log.length > 0);
    assert.match(log.join("\n"), /^unchecked: [^\n]*$/);
  });

  it("a process that has nothing else to do ends at once, and asks no provider", async () => {
    assert.equal(await run().end, "");
  });

  it("a process that serves asks the provider", async () => {
    const child = run("serve");
    await child.hasPrinted;
    child.kill();
    assert.equal(await child.end, "asked");
  });

  it("a configuration that lacks what the environment may still have fetches nothing, and the log says what is missing", async () => {
    const { op, config, log } = await setUp();
    op.faults.discovery = LACKING;
    const { secret, ...early } = config;
    const whole: AuthConfig = early;
    const auth = await startInstance(whole);
    await assertNoRejections();
    assert.equal(op.requests.length, 0);
    assert.match(log.join("\n"), /^error: No secret: .*$/);
    log.length = 0;
    // As `setEnvDefaults` does.
    whole.secret = secret;
    await get(auth, "/auth/csrf");
    await until(() => log.length > 0);
    assertNamed(log);
  });

  it("what is read from the environment at the start is not kept for requests", async () => {
    const { config } = await setUp();
    const early: AuthConfig = { ...config };
    const auth = await startInstance(early);
    early.basePath = "/other";
    assert.equal((await get(auth, "/other/csrf")).status, 200);
  });

  it("without such a provider nothing is fetched", async () => {
    const { op, config, log } = await setUp();
    const plain = op.provider({ token: {} });
    const auth = await startInstance({ ...config, providers: [plain] });
    await get(auth, "/auth/csrf");
    await auth.session(new Request(site));
    await assertNoRejections();
    assert.deepEqual([op.requests.length, log], [0, []]);
  });
});

describe("the metadata of such a provider, with the first request", {
  skip,
}, () => {
  for (const [what, path] of [["auth route", "/auth/csrf"], ["page", null]]) {
    it(`a configuration that is a function is checked with its first ${what}, for each tenant`, async () => {
      const tenants = [await setUp(), await setUp()];
      const timers = catchTimers();
      const auth = createAuth((request: Request) => {
        const index = Number(new URL(request.url).hostname.at(1));
        const { config, op } = tenants[index] ?? assert.fail();
        op.faults.discovery = LACKING;
        return { ...config, origin: undefined, trustHost: true };
      });
      for (const [index, { log, op }] of tenants.entries()) {
        assert.deepEqual([log, op.requests.length], [[], 0]);
        const origin = `https://t${index}.example`;
        for (const _ of [1, 2]) {
          if (path === null || path === undefined) {
            await auth.session(new Request(origin));
          } else await get(auth, path, origin);
          await until(() => log.length > 0);
          assertNamed(log);
        }
        assert.equal(op.count("discovery"), 1);
      }
      assert.equal(timers.length, 0);
    });
  }

  it("a host that is not trusted makes nothing be fetched", async () => {
    const { op, config } = await setUp();
    const untrusted = { ...config, origin: undefined, trustHost: false };
    const auth = createAuth(() => untrusted);
    assert.equal((await get(auth, "/auth/csrf")).status, 400);
    await auth.session(new Request(site));
    await assertNoRejections();
    assert.equal(op.requests.length, 0);
  });

  it("where work ends with the answer, the request waits, two seconds at most", async () => {
    const { op, config, log } = await setUp();
    op.faults.discovery = LACKING;
    mock.getter(navigator, "userAgent", () => "Cloudflare-Workers");
    const limits: unknown[] = [];
    replaceTimers((_, delay) => void limits.push(delay));
    const auth = createAuth(config);
    await auth.session(new Request(site));
    assert.equal(op.requests.length, 0);
    await get(auth, "/auth/session");
    assertNamed(log);
    assert.ok(limits.every((one) => Number(one) <= 2000), `${limits}`);
    assert.ok(limits.length > 0 && !limits.includes(1000));
  });
});
