import { assertSame, assertTrue } from "../contract/case.ts";
import { openRaw } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { makeDue } from "./forge.ts";
import { assertSomebody, makeUser, makeVisitor, signIn } from "./visitor.ts";

/** Cases about errors of the application, after the library has done its part. */
export const errorCases: readonly HostCheck[] = declareCases({
  "error-own": [
    "an error of the application is answered by the framework, with 500",
    async (app) => {
      const user = await makeUser(app);
      const answer = await openRaw(user, "/throw");
      assertSame(answer.status, 500, "the status");
      const text = await answer.text();
      assertTrue(!/latchkey/i.test(text), "an answer of the library");
      await assertSomebody(user, "after the error");
    },
  ],
  "error-alive": [
    "many errors leave the application alive, and sessions as they are",
    async (app) => {
      const user = await makeUser(app);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => openRaw(user, "/throw")),
      );
      await Promise.all(answers.map((one) => one.text()));
      assertSame(answers.every(({ status }) => status === 500), true, "500");
      await assertSomebody(user, "after the errors");
      await signIn(makeVisitor(app));
    },
  ],
  "error-due": [
    "an error does not end a session that is due",
    async (app) => {
      const user = await makeUser(app);
      await makeDue(user);
      const answer = await openRaw(user, "/throw");
      assertSame(answer.status, 500, "the status");
      await answer.text();
      await assertSomebody(user, "after the error");
    },
  ],
});
