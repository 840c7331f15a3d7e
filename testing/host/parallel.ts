import { assertSame, assertTrue } from "../contract/case.ts";
import { randomHex } from "../provider_keys.ts";
import { within } from "./answers.ts";
import type { HostApp } from "./app.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { makeDue, plant, readClaims } from "./forge.ts";
import {
  assertSomebody,
  makeUser,
  makeVisitor,
  readJson,
  readText,
  type Visitor,
} from "./visitor.ts";

/** Makes that many users, with sessions that the suite seals itself. */
async function makeUsers(app: HostApp, count: number): Promise<Visitor[]> {
  const model = await readClaims(await makeUser(app));
  const users = Array.from({ length: count }, () => makeVisitor(app));
  for (const user of users) {
    const { sub, name, email } = user.person;
    const own = { sub, name, email, sid: randomHex(11) };
    await plant(user, { claims: { ...model, ...own }, maxAge: 3600 });
  }
  return users;
}

/** Has all visitors wait in the application together, and reads their answers. */
async function meet(app: HostApp, visitors: readonly Visitor[]) {
  const gate = app.gates.create(visitors.length);
  const answers = visitors.map((one) =>
    readJson(one, `/api/meet?gate=${gate.name}`)
  );
  try {
    return await within(30, "the answers", Promise.all(answers));
  } catch (error) {
    gate.open();
    await Promise.allSettled(answers);
    throw error;
  }
}

function toIds(user: Visitor, isSignedIn: boolean) {
  const id = isSignedIn ? user.person.sub : null;
  return { before: id, after: id };
}

/** Cases about many requests at the same time. */
export const parallelCases: readonly HostCheck[] = declareCases({
  "parallel-users": [
    "100 requests of 100 users at the same time never mix",
    async (app) => {
      const users = await makeUsers(app, 100);
      const answers = await meet(app, users);
      for (const [i, { json }] of answers.entries()) {
        const user = users[i] as Visitor;
        assertSame(json, toIds(user, true), `the ids of user ${i}`);
      }
    },
  ],
  "parallel-nobody": [
    "visitors are nobody while users wait beside them",
    async (app) => {
      const users = await makeUsers(app, 20);
      const all = users.flatMap((user) => [user, makeVisitor(app)]);
      const answers = await meet(app, all);
      for (const [i, { json }] of answers.entries()) {
        const visitor = all[i] as Visitor;
        assertSame(json, toIds(visitor, i % 2 === 0), `the ids of ${i}`);
      }
    },
  ],
  "parallel-pages": [
    "pages of many users at the same time show their own names",
    async (app) => {
      const users = await makeUsers(app, 30);
      const paths = ["/", "/private", "/form"];
      await Promise.all(users.map(async ({ browser, person }, i) => {
        const path = paths[i % paths.length] ?? "/";
        const page = await browser.goto(app.url(path));
        assertSame(await readText(page, "who"), person.name, `#who of ${path}`);
      }));
    },
  ],
  "parallel-renewals": [
    "many requests with one session that is due all keep it",
    async (app) => {
      const user = await makeUser(app);
      await makeDue(user);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => readJson(user, "/api/me")),
      );
      assertTrue(
        answers.every(({ json }) => json !== null),
        "a session is lost",
      );
      await assertSomebody(user, "afterwards");
    },
  ],
});
