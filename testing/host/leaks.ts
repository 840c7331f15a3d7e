import { assertSame, assertTrue } from "../contract/case.ts";
import { openRaw } from "./answers.ts";
import type { HostApp } from "./app.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { readClaims, readCookie } from "./forge.ts";
import { makeUser, makeVisitor, type Visitor } from "./visitor.ts";

const MAX_ASSETS = 200;

/** Addresses of scripts and styles in pages and in other scripts. */
const reference =
  /\b(?:(?:src|href) ?= ?|from ?|import ?\(? ?|url\( ?)["']?([^"'\s>)]{1,500})/g;
const chunk = /["'`]([\w./@~-]+\.(?:m?js|css|json))["'`]/g;

function listReferences(text: string, base: string, origin: string): string[] {
  const found = [...text.matchAll(reference), ...text.matchAll(chunk)]
    .map(([, target = ""]) => target.replaceAll("&amp;", "&"))
    .filter((target) => URL.canParse(target, base))
    .map((target) => new URL(target, base));
  // Links to pages may sign out; files of a build do not.
  return found
    .filter((url) => url.origin === origin && /\.\w+$/.test(url.pathname))
    .map(({ href }) => href);
}

/** Reads an answer, and fails the case if it has one of the texts. */
async function assertClean(
  answer: Response,
  what: string,
  hidden: readonly string[],
): Promise<string> {
  const text = await answer.text();
  const headers = [...answer.headers].map((pair) => pair.join(": "));
  const shown = [text, ...headers].join("\n");
  const leaked = hidden.findIndex((one) => shown.includes(one));
  assertSame(leaked, -1, `the index of a secret in ${what}`);
  return text;
}

/** Reads the files that pages refer to, and those that these refer to. */
async function assertCleanAssets(
  { app, browser }: Visitor,
  first: readonly string[],
): Promise<void> {
  const seen = new Set(first);
  for (const url of seen) {
    if (seen.size > MAX_ASSETS) break;
    const answer = await browser.fetch(url);
    const text = await assertClean(answer, url, app.secrets);
    for (const one of listReferences(text, url, app.origin)) seen.add(one);
  }
}

const paths = ["/", "/form", "/private", "/auth/signin", "/auth/signout"];

async function readAll(visitor: Visitor, more: readonly string[]) {
  const { app } = visitor;
  const found: string[] = [];
  for (const path of [...paths, ...more]) {
    const answer = await openRaw(visitor, path);
    const text = await assertClean(answer, path, app.secrets);
    found.push(...listReferences(text, app.url(path), app.origin));
  }
  return found;
}

/** Returns the texts of a session that no page shows. */
async function listHidden(user: Visitor): Promise<string[]> {
  const { sid = "" } = await readClaims(user);
  return [readCookie(user), String(sid)];
}

function isHtml(app: HostApp): readonly string[] {
  return ["/nothing", "/throw", "/auth/nothing", `${app.prefix}/stream`];
}

/** Cases about what reaches the browser. */
export const leakCases: readonly HostCheck[] = declareCases({
  "leak-pages": [
    "no page, and no file that a page refers to, has a secret of the configuration",
    async (app) => {
      const visitor = makeVisitor(app);
      const user = await makeUser(app);
      const files = [
        ...await readAll(visitor, isHtml(app)),
        ...await readAll(user, isHtml(app)),
      ];
      await assertCleanAssets(user, files);
    },
  ],
  "leak-json": [
    "no answer for programs has a secret of the configuration, or other claims",
    async (app) => {
      const user = await makeUser(app);
      const own = ["/api/me", "/api/private", "/api/own", "/auth/session"];
      for (const path of [...own, "/auth/providers", "/api/staff"]) {
        const headers = { accept: "application/json" };
        const answer = await openRaw(user, path, { headers });
        await assertClean(answer, path, app.secrets);
      }
    },
  ],
  "leak-session": [
    "no page or answer shows the session cookie or the id of the session",
    async (app) => {
      const user = await makeUser(app);
      const hidden = await listHidden(user);
      for (const path of [...paths, "/api/me", "/auth/session", "/throw"]) {
        const answer = await openRaw(user, path);
        const text = await answer.text();
        const leaked = hidden.findIndex((one) => text.includes(one));
        assertTrue(
          leaked < 0,
          `${path} shows ${leaked === 0 ? "it" : "its id"}`,
        );
      }
    },
  ],
});
