/** Passwords and second factors where the auth routes are below a path prefix. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Password } from "@latchkey/auth/providers/password";
import type { Browser, Page } from "@latchkey/auth/testing";
import { useQuickScrypt } from "../core/methods/credentials/compute_once_testkit.ts";
import { toMailProvider } from "../core/methods/email/email_testkit.ts";
import { fromBase32 } from "../core/methods/second_factor/second_factor_testkit.ts";
import { computeTotp, toStep } from "../core/methods/second_factor/totp.ts";
import {
  createServerApp,
  type Express,
  serve,
  type ServerApp,
  toBrowser,
  versions,
} from "./express_testkit.ts";

const email = "ada@example.com";
const password = "correct horse battery staple";
const another = "a new and quite long password";

type Auth = ServerApp["auth"];
type Site = ReturnType<Express>;

/** What serves the routes below `/app/auth`, and how the browser reaches it. */
interface Place {
  readonly config?: Parameters<typeof createServerApp>[0];
  mount(express: Express, auth: Auth): Site;
  /** Whether a proxy removes the prefix. */
  readonly isStripped?: boolean;
  /** Whether pages outside do not see the mount, so that the configuration has to say it. */
  readonly isHidden?: boolean;
}

const places: Readonly<Record<string, Place>> = {
  "a mount below the prefix": {
    mount: (express, auth) => express().use("/app/auth", auth),
  },
  "a router at the prefix": {
    mount: (express, auth) =>
      express().use("/app", express.Router().use("/auth", auth)),
  },
  "an application at the prefix": {
    mount: (express, auth) =>
      express().use("/app", express().use("/auth", auth)),
    isHidden: true,
  },
  "a proxy that removes the prefix": {
    config: { basePath: "/app/auth" },
    mount: (express, auth) => express().use("/auth", auth),
    isStripped: true,
  },
};

/** A site, a browser that checks each page, and its mails. */
interface Trip {
  readonly base: string;
  readonly mails: readonly Mail[];
  readonly browser: Browser;
  /** Opens a page below the base, or a URL. */
  open(url: string): Promise<Page>;
  /** Submits the form of a page that posts to a route. */
  send(
    page: Page,
    route: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Page>;
}

async function travel(
  express: Express,
  { config, mount, isStripped = false, addPages }: Place & {
    addPages?(site: Site, auth: Auth): void;
  },
  run: (trip: Trip, createTrip: () => Trip) => Promise<void>,
): Promise<void> {
  useQuickScrypt();
  const mails: Mail[] = [];
  const { auth, op } = await createServerApp({
    adapter: createMemoryAdapter(),
    providers: [Password({ mail: toMailProvider(mails) })],
    ...config,
  });
  const site = mount(express, auth);
  addPages?.(site, auth);
  site.use((_req, res) => void res.send("a page of the application"));
  await serve(site, async (origin) => {
    const inner = (request: Request) => {
      const path = request.url.slice(origin.length);
      assert.ok(path.startsWith("/app/"), path);
      return isStripped
        ? new Request(origin + path.slice("/app".length), request)
        : request;
    };
    const createTrip = (): Trip => {
      const browser = toBrowser(op, inner);
      const base = `${origin}/app/auth`;
      const look = (page: Page) => {
        assertPlaces(page, origin);
        assert.deepEqual(browser.dropped, []);
        const paths = browser.cookies(origin).map(({ path }) => path);
        assert.deepEqual([...new Set(paths)], ["/"]);
        return page;
      };
      return {
        ...{ base, mails, browser },
        open: async (url) => {
          const from = "https://webmail.example/";
          const whole = url.startsWith("/") ? base + url : url;
          return look(await browser.goto(whole, { from }));
        },
        send: async (page, route, fields) =>
          look(
            await browser.submit(page, { action: `/app/auth${route}`, fields }),
          ),
      };
    };
    await run(createTrip(), createTrip);
  });
}

/** Asserts that a page, its redirects, forms and links are below the prefix, apart from the link home. */
function assertPlaces(page: Page, origin: string): void {
  const links = [...page.text.matchAll(/ (?:href|src|action)="([^"]+)"/g)]
    .map(([, text = ""]) => text.replaceAll("&amp;", "&"));
  const urls = [
    page.url,
    ...page.redirects.map(({ url }) => url),
    ...links.map((one) => new URL(one, page.url).href),
  ];
  for (const url of urls) {
    if (!url.startsWith(`${origin}/`) || url === `${origin}/`) continue;
    assert.ok(url.startsWith(`${origin}/app/`), `${url} on ${page.url}`);
  }
}

/** Takes the latest mail to an address, whose link is below the base. */
function takeMail({ mails, base }: Trip, to: string, route: string): Mail {
  const mail = mails.findLast((one) => one.to === to);
  assert.ok(mail, `no mail to ${to}`);
  assert.ok(mail.url.startsWith(`${base}/${route}`), mail.url);
  assert.ok(mail.text.includes(mail.url));
  return mail;
}

const home = "/app/home";

async function signUp(trip: Trip): Promise<void> {
  const page = await trip.open(`/signup?callbackUrl=${home}`);
  const asked = await trip.send(page, "/signup", { email });
  assert.ok(asked.url.startsWith(`${trip.base}/verify-request?`));
  const { code } = takeMail(trip, email, "new-password?token=");
  const choice = await trip.send(asked, "/callback/password", { code });
  assert.ok(choice.url.startsWith(`${trip.base}/new-password?`));
  const end = await trip.send(choice, "/new-password", { password });
  assert.equal(new URL(end.url).pathname, home);
}

/** Sets an authenticator app up on the page for it; returns its secret. */
async function setUp(trip: Trip): Promise<Uint8Array> {
  const list = await trip.open("/factors");
  assert.ok(list.text.includes(`${trip.base}/factors?add=1`));
  const page = await trip.open("/factors?add=1");
  const [, key = ""] = /<code dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(page.text) ??
    [];
  const secret = fromBase32(key);
  const code = await toCode(secret, 0);
  const codes = await trip.send(page, "/factors", { code });
  assert.ok(codes.text.includes(`href="${trip.base}/factors"`));
  takeMail(trip, email, "reset?");
  return secret;
}

function toCode(secret: Uint8Array, steps: number): Promise<string> {
  return computeTotp(secret, toStep(Date.now()) + steps);
}

async function signIn(trip: Trip, typed: string): Promise<Page> {
  const page = await trip.open(`/signin?another=1&callbackUrl=${home}`);
  const fields = { email, password: typed };
  return await trip.send(page, "/callback/password", fields);
}

for (const [version, express] of versions) {
  describe(`passwords below a path prefix on ${version}`, () => {
    for (const [name, place] of Object.entries(places)) {
      it(`a sign-up, a change of the password and of the address, and a reset stay below it: ${name}`, async () => {
        await travel(express, place, async (trip, createTrip) => {
          const { base } = trip;
          await signUp(trip);
          const form = await trip.open("/password");
          const changed = await trip.send(form, "/password", {
            password: another,
          });
          assert.equal(changed.url, `${base}/password?done=passwordChanged`);
          takeMail(trip, email, "reset?");
          const to = "ada@elsewhere.example";
          const asking = await trip.open("/email");
          await trip.send(asking, "/email", { email: to });
          const { url } = takeMail(trip, to, "email?confirm=");
          const confirm = await trip.open(url);
          const done = await trip.send(confirm, "/email", {});
          assert.equal(done.url, `${base}/email?done=emailChanged`);
          const other = createTrip();
          const left = takeMail(trip, email, "email?undo=");
          const undo = await other.open(left.url);
          const reset = await other.send(undo, "/email", {});
          assert.ok(reset.url.startsWith(`${base}/reset?`), reset.url);
          await other.send(reset, "/reset", { email, callbackUrl: home });
          const mail = takeMail(trip, email, "new-password?token=");
          const choice = await other.open(mail.url);
          const end = await other.send(choice, "/new-password", { password });
          assert.equal(new URL(end.url).pathname, home);
          const wrong = await signIn(trip, another);
          assert.ok(wrong.url.startsWith(`${base}/signin?`), wrong.url);
          const right = await signIn(trip, password);
          assert.equal(new URL(right.url).pathname, home);
        });
      });

      it(`a second factor is set up, asked for and remembered below it: ${name}`, async () => {
        await travel(express, place, async (trip, createTrip) => {
          const { base } = trip;
          await signUp(trip);
          const secret = await setUp(trip);
          const other = createTrip();
          const asked = await signIn(other, password);
          assert.ok(asked.url.startsWith(`${base}/second-factor?state=`));
          const code = "000000";
          const again = await other.send(asked, "/second-factor", { code });
          assert.ok(again.url.startsWith(`${base}/second-factor?state=`));
          const end = await other.send(again, "/second-factor", {
            code: await toCode(secret, 1),
            rememberBrowser: "yes",
          });
          assert.equal(new URL(end.url).pathname, home);
          const known = await signIn(other, password);
          assert.equal(new URL(known.url).pathname, home);
          // What a remembered browser may not do without the code.
          const { url } = await other.open("/factors");
          assert.ok(url.startsWith(`${base}/second-factor?`), url);
          const back = new URL(url).searchParams.get("callbackUrl");
          assert.equal(back, `${base}/factors`);
        });
      });

      it(`the mail about a change on a page of the application leads below it: ${name}`, async () => {
        const addPages = (site: Site, auth: Auth) => {
          const path = place.isStripped ? "/own" : "/app/own";
          site.use(path, async (req, res) => {
            const { secret, enrolment } = await auth.factors.beginTotp(req);
            const code = await toCode(fromBase32(secret), 0);
            await auth.factors.confirmTotp(req, { enrolment, code });
            res.send("changed");
          });
        };
        const config = place.isHidden
          ? { basePath: "/app/auth" }
          : place.config;
        const whole = { ...place, config, addPages };
        await travel(express, whole, async (trip) => {
          await signUp(trip);
          const url = trip.base.replace(/auth$/, "own");
          assert.equal((await trip.open(url)).text, "changed");
          takeMail(trip, email, "reset?");
        });
      });
    }
  });
}
