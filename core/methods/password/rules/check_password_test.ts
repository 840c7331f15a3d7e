import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { BreachService } from "../../../providers/password_rules.ts";
import {
  type Candidate,
  checkPassword,
  isWeakNow,
  type PasswordProblem,
} from "./check_password.ts";

afterEach(() => mock.timers.reset());

const rules = { minLength: 15, breaches: null };

function createCandidate(
  password: string,
  others: Partial<Candidate> = {},
): Candidate {
  return {
    password,
    user: { email: "ada.lovelace@example.com", name: "Ada Lovelace" },
    site: ["Acme Weather", "weather.acme.example"],
    hasFactor: false,
    log: { warn: () => assert.fail("nothing to warn of") },
    ...others,
  };
}

async function check(
  password: string,
  others: Partial<Candidate> = {},
): Promise<PasswordProblem | null> {
  return await checkPassword(rules, createCandidate(password, others));
}

async function checkKind(
  password: string,
  others: Partial<Candidate> = {},
): Promise<string | null> {
  return (await check(password, others))?.kind ?? null;
}

describe("the length of a password", () => {
  it("at least 15 characters are asked for, 8 with a second factor [ASVS-6.2.1]", async () => {
    const least = "jumping vortex!".slice(0, 15);
    assert.equal(least.length, 15);
    assert.equal(await check(least), null);
    const short = least.slice(1);
    assert.deepEqual(await check(short), { kind: "short", least: 15 });
    const hasFactor = true;
    assert.equal(await check("vort3x%j", { hasFactor }), null);
    assert.deepEqual(
      await check("vort3x%", { hasFactor }),
      { kind: "short", least: 8 },
    );
  });

  it("the option `minLength` counts where there is no second factor", async () => {
    const own = { ...rules, minLength: 20 };
    const password = "a jumping vortex at";
    const alone = createCandidate(password);
    assert.deepEqual(
      await checkPassword(own, alone),
      { kind: "short", least: 20 },
    );
    const withFactor = createCandidate(password, { hasFactor: true });
    assert.equal(await checkPassword(own, withFactor), null);
  });

  it("characters are code points of the normal form, whatever their bytes", async () => {
    // Fifteen letters, each of two code units.
    assert.equal(await check("𐌰𐌱𐌲𐌳𐌴𐌵𐌶𐌷𐌸𐌹𐌺𐌻𐌼𐌽𐌾"), null);
    assert.equal(await checkKind("𐌰𐌱𐌲𐌳𐌴𐌵𐌶𐌷𐌸𐌹𐌺𐌻𐌼𐌽"), "short");
    // Each letter with its accent becomes one.
    const accents = "e\u0301a\u0301o\u0301u\u0301i\u0301n\u0303c\u0327";
    assert.equal(await checkKind(accents + "x"), "short");
  });

  it("at least 128 characters are accepted, and no more than 256 [ASVS-6.2.9]", async () => {
    const long = Array.from({ length: 64 }, (_, i) => `${i % 10}q%z`).join("");
    assert.equal(long.length, 256);
    assert.equal(await check(long), null);
    assert.deepEqual(await check(long + "x"), { kind: "long", most: 256 });
    assert.deepEqual(
      await check("ab".repeat(500_000)),
      { kind: "long", most: 256 },
    );
  });
});

describe("the characters of a password", () => {
  it("one kind of character is enough, and spaces count [ASVS-6.2.5]", async () => {
    for (
      const password of [
        "vortexjumpinglamp",
        "VORTEX JUMPING LAMP",
        "90417 55283 6641",
        "               v",
        "пластилин ворона",
      ]
    ) assert.equal(await check(password), null, password);
  });

  it("NUL, half a surrogate pair and nothing at all are refused", async () => {
    const values = ["", "jumping\0vortex lamp", "jumping vortex \ud800lamp"];
    for (const password of values) {
      assert.deepEqual(await check(password), { kind: "unusable" });
    }
    assert.deepEqual(
      await check(undefined as never),
      { kind: "unusable" },
    );
  });
});

describe("common passwords", () => {
  const hasFactor = true;

  it("they are refused in their usual disguises [ASVS-6.2.4]", async () => {
    for (
      const password of [
        "password1",
        "PassWord2024!",
        "1qaz2wsx",
        "sunshine!!!!!!",
        "letmeinletmein",
        "ｐａｓｓｗｏｒｄ",
        "12345678",
      ]
    ) {
      assert.equal(await checkKind(password, { hasFactor }), "common");
    }
    assert.equal(await checkKind("administrator123"), "common");
    assert.equal(await checkKind("qwertyuiopasdfgh"), "common");
  });

  it("what repeats fewer than eight characters is refused", async () => {
    for (
      const password of ["xq".repeat(10), "!".repeat(15), "vo7!x".repeat(3)]
    ) {
      assert.equal(await checkKind(password), "common", password);
    }
    assert.equal(await check("vo7!xz%q".repeat(2)), null);
  });

  it("of 2,000 other passwords, fewer than one in a hundred is taken for one", async () => {
    // Not random, so that the result is the same each time.
    const others = Array.from(
      { length: 2000 },
      (_, i) => createHash("sha256").update(`${i}`).digest("base64url"),
    );
    const found = await Promise.all(others.map((one) => check(one)));
    assert.ok(found.filter((one) => one !== null).length < 20);
  });
});

describe("personal passwords", () => {
  it("the name, the address and the site's name are refused in their usual disguises [ASVS-6.2.11]", async () => {
    for (
      const password of [
        "ada.lovelace@example.com",
        "LovelaceAda1815!",
        "lovelacelovelace",
        "Acme-Weather-2026",
        "weather.acme.example",
        "my lovelace 1815!",
      ]
    ) assert.equal(await checkKind(password), "personal", password);
    assert.equal(
      await checkKind("lovelace", { hasFactor: true }),
      "personal",
    );
  });

  it("a password with enough besides such a word is accepted", async () => {
    assert.equal(await check("lovelace jumps vortex"), null);
    assert.equal(await check("no weather is bad, only clothes"), null);
  });

  it("eight characters have to be left without words of four characters and more", async () => {
    const user = { email: null, name: "Bo Zork Winterbottom" };
    const others = { user, site: [] };
    assert.equal(await checkKind("winterbottom vortex1", others), "personal");
    assert.equal(await check("winterbottom vortexx", others), null);
    assert.equal(await checkKind("zorkzork-zork-zo", others), "personal");
    assert.equal(await check("bobo bobo bo bobobob", others), null);
  });

  it("without a name and an address, there is nothing to compare with", async () => {
    const user = { email: null, name: undefined };
    assert.equal(await check("lovelace of london", { user, site: [] }), null);
  });
});

const password = "a jumping vortex lamp";
const digest = createHash("sha1").update(password).digest("hex").toUpperCase();

/** Creates a service that records its requests. */
function createService(answer: () => Response | Promise<Response>) {
  const requests: Request[] = [];
  const warnings: string[] = [];
  const service: BreachService = {
    url: "https://range.example/",
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return await answer();
    },
  };
  const log = { warn: (_: string, text: string) => void warnings.push(text) };
  const candidate = createCandidate(password, { log });
  return {
    requests,
    warnings,
    check: async () =>
      await checkPassword({ ...rules, breaches: service }, candidate),
    isWeakNow: async () => await isWeakNow({ breaches: service }, candidate),
  };
}

const range = (count: number) =>
  `${"0".repeat(35)}:3\r\n${digest.slice(5)}:${count}\r\n`;

describe("breached passwords", () => {
  it("only five digits of the digest leave the site, and padding is asked for [ASVS-6.2.12]", async () => {
    const { requests, warnings, ...service } = createService(() =>
      new Response(range(7))
    );
    assert.deepEqual(await service.check(), { kind: "breached" });
    assert.equal(await service.isWeakNow(), "breached");
    assert.equal(requests.length, 2);
    for (const { url, headers } of requests) {
      assert.equal(url, `https://range.example/${digest.slice(0, 5)}`);
      assert.deepEqual([...headers], [["add-padding", "true"]]);
    }
    assert.deepEqual(warnings, []);
  });

  it("a line of padding, and a range without the digest, refuse nothing", async () => {
    for (const text of [range(0), "", "no range"]) {
      const service = createService(() => new Response(text));
      assert.equal(await service.check(), null);
      assert.equal(await service.isWeakNow(), null);
    }
  });

  it("a service that fails refuses nothing, and the log says so without the password", async () => {
    for (
      const answer of [
        () => Promise.reject(new Error(`https://range.example/${digest}`)),
        () => new Response(range(7), { status: 503 }),
        () => new Response("x".repeat(262_145)),
        () => Response.redirect("https://elsewhere.example/"),
      ]
    ) {
      const service = createService(answer);
      assert.equal(await service.check(), null);
      const [warning = "", ...others] = service.warnings;
      assert.deepEqual(others, []);
      assert.match(warning, /could not be asked/);
      for (const secret of [digest.slice(0, 5), password]) {
        assert.ok(!warning.includes(secret));
      }
    }
  });

  it("a service has 800 milliseconds, and its request is aborted", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const service = createService(() => new Promise(() => {}));
    const checked = service.check();
    while (service.requests.length === 0) await setImmediate();
    mock.timers.tick(799);
    assert.deepEqual(service.warnings, []);
    mock.timers.tick(1);
    assert.equal(await checked, null);
    assert.match(service.warnings[0] ?? "", /800 ms/);
    assert.equal(service.requests[0]?.signal.aborted, true);
  });

  it("a password that has become common is weak, and one that only is too short by now is not [ASVS-6.2.10]", async () => {
    const service = { breaches: null };
    const common = createCandidate("administrator123");
    assert.equal(await isWeakNow(service, common), "common");
    assert.equal(await isWeakNow(service, createCandidate("vort3x%")), null);
  });
});
