import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { endTest } from "../../../testing/checks_testkit.ts";
import { site } from "../../../testing/app_testkit.ts";
import {
  authenticate,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser,
  register,
  whoIs,
} from "./passkeys_testkit.ts";

afterEach(endTest);

for (const strategy of ["database", "jwt"] as const) {
  describe(`a passkey, with the strategy ${strategy}`, () => {
    it("a passkey signs a new user up, and in again", async () => {
      const flow = await createPasskeySite({ session: { strategy } });
      const person = createPerson(flow);
      const first = await register(person, " Ada@Example.com ");
      assert.deepEqual(first.body, { url: `${site}/` });
      assert.equal(await whoIs(person.browser), "ada@example.com");
      assert.deepEqual(await countRows(flow, "ada@example.com"), [1, 1, 1]);

      const later = onOtherBrowser(flow, person);
      assert.equal(await whoIs(later.browser), null);
      const second = await authenticate(later, {}, { callbackUrl: "/here" });
      assert.deepEqual(second.body, { url: `${site}/here` });
      assert.equal(await whoIs(later.browser), "ada@example.com");
      assert.deepEqual(await countRows(flow, "ada@example.com"), [1, 1, 1]);
    });

    it("a passkey can be added to others, and both sign in", async () => {
      const flow = await createPasskeySite({ session: { strategy } });
      const person = await createMember(flow);
      const phone = { ...createPerson(flow), browser: person.browser };
      const list = () =>
        person.browser.cookies(site)
          .filter(({ name }) => name !== "__Host-latchkey.last")
          .map(({ value }) => value);
      const before = list();
      const added = await register(phone);
      assert.equal(added.status, 200, JSON.stringify(added.body));
      // The user's permissions have changed: the session has another id.
      const after = list();
      assert.deepEqual(after.filter((one) => before.includes(one)), []);
      assert.equal(await whoIs(phone.browser), "ada@example.com");
      assert.deepEqual(await countRows(flow, "ada@example.com"), [1, 2, 2]);
      for (const one of [person, phone]) {
        const later = onOtherBrowser(flow, one);
        await authenticate(later);
        assert.equal(await whoIs(later.browser), "ada@example.com");
      }
    });
  });
}
