import { assertSame, assertTrue } from "../contract/case.ts";
import { assertNotShared, openRaw, within } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { assertRenewed, makeDue, readCookie } from "./forge.ts";
import {
  assertSomebody,
  makeUser,
  makeVisitor,
  type Visitor,
} from "./visitor.ts";

/** A streamed answer, of which the application has sent the first part. */
interface Begun {
  readonly answer: Response;
  readonly first: string;
  /** Has the application send the rest, and reads it. */
  readonly finish: () => Promise<string>;
  /** Goes away before the rest. */
  readonly leave: () => Promise<void>;
}

/** Opens the stream, and reads it until the application waits. */
async function begin(visitor: Visitor): Promise<Begun> {
  const gate = visitor.app.gates.create();
  const readAhead = async (): Promise<Begun> => {
    const answer = await openRaw(visitor, `/stream?gate=${gate.name}`);
    const reader = answer.body?.pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    const read = async () => {
      const { value, done } = await reader?.read() ?? { done: true };
      text += value ?? "";
      return done;
    };
    while (!text.includes("first ")) {
      if (await read()) throw new Error(`the whole answer is: ${text}`);
    }
    return {
      answer,
      first: text,
      finish: async () => {
        gate.open();
        while (!(await read()));
        return text;
      },
      leave: async () => {
        await reader?.cancel();
        gate.open();
      },
    };
  };
  try {
    return await within(10, "the first part of the stream", readAhead());
  } catch (error) {
    gate.open();
    throw error;
  }
}

/** Cases about answers that are streamed. */
export const streamingCases: readonly HostCheck[] = declareCases({
  "stream-chunks": [
    "the first part of a stream arrives before the last one is made",
    async (app) => {
      const user = await makeUser(app);
      const { name } = user.person;
      const { answer, first, finish } = await begin(user);
      assertSame(answer.status, 200, "the status");
      assertTrue(first.includes(`first ${name}`), `the first part: ${first}`);
      assertTrue(!first.includes("last "), `it is only the first: ${first}`);
      const text = await finish();
      assertTrue(text.includes(`last ${name}`), `the whole: ${text}`);
      assertNotShared(answer.headers, "the stream");
    },
  ],
  "stream-cookies": [
    "a stream renews a session that is due",
    async (app) => {
      const user = await makeUser(app);
      await makeDue(user);
      const due = readCookie(user);
      const { finish } = await begin(user);
      await assertRenewed(user, due, "the beginning of the stream");
      const text = await finish();
      assertTrue(text.includes(`last ${user.person.name}`), "the user is lost");
      await assertSomebody(user, "after the stream");
    },
  ],
  "stream-nobody": [
    "a stream for a visitor knows nobody, while a user's waits",
    async (app) => {
      const user = await begin(await makeUser(app));
      const visitor = await begin(makeVisitor(app));
      const seen = await visitor.finish();
      assertTrue(seen.includes("first nobody"), `the visitor sees ${seen}`);
      assertTrue(seen.includes("last nobody"), `the visitor sees ${seen}`);
      await user.finish();
    },
  ],
  "stream-left": [
    "a client that leaves a stream harms nobody",
    async (app) => {
      const user = await makeUser(app);
      for (let i = 0; i < 3; i++) await (await begin(user)).leave();
      await assertSomebody(user, "after the streams");
    },
  ],
});
