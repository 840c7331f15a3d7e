import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { checks } from "./checks/checks.ts";
import { ALGORITHMS } from "./keys.ts";
import { parseOptions } from "./options.ts";
import { probeServer, withServer } from "./probe_testkit.ts";
import { probe } from "./run_probe.ts";

/** The ids of the findings of a kind. */
function list(
  { findings }: Awaited<ReturnType<typeof probeServer>>,
  ...verdicts: string[]
): string[] {
  return findings.filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id }) => id);
}

describe("a server without a fault", () => {
  for (const mcp of [false, true]) {
    it(`all checks hold for ${mcp ? "an MCP server" : "an API"}`, async () => {
      const report = await probeServer({ mcp });
      assert.deepEqual(
        report.findings.filter(({ verdict }) => verdict !== "holds"),
        [],
      );
      const expected = checks.filter(({ id }) => mcp || !id.startsWith("mcp."));
      assert.equal(report.findings.length, expected.length);
    });
  }
});

/** Faults by the check that finds them, if they are not named after it. */
const others: Readonly<Record<string, string>> = {
  "metadata.link of another scheme": "metadata.link",
};

describe("a server that asks for more", () => {
  it("all checks of DPoP hold if proofs need a nonce", async () => {
    const nonce = "nonce-of-the-server";
    const report = await probeServer({ nonce }, { only: ["dpop"] });
    assert.equal(report.counts.holds, report.findings.length);
  });

  it("a fault is found if proofs need a nonce", async () => {
    const nonce = "nonce-of-the-server";
    for (const fault of ["dpop.method", "dpop.replay", "dpop.unbound"]) {
      const report = await probeServer({ nonce, fault }, { only: ["dpop"] });
      assert.deepEqual(list(report, "fails", "warns"), [fault]);
    }
  });

  it("all checks hold if the issuer is asked about each token", async () => {
    const report = await probeServer({ asks: true });
    assert.equal(report.counts.holds, report.findings.length);
  });

  it("a server without sessions is asked by the version that it speaks", async () => {
    const report = await probeServer({ mcp: true, stateless: true });
    assert.equal(report.mcp, "2026-07-28");
    assert.deepEqual(list(report, "fails", "warns"), []);
    assert.deepEqual(list(report, "untried"), [
      "mcp.initialize",
      "mcp.notification",
      "mcp.session-alone",
      "mcp.session-of-another",
      "mcp.session-id",
    ]);
  });

  it("a fault of a server without sessions is found", async () => {
    const faults = ["mcp.version", "mcp.origin", "mcp.stream", "type.id-token"];
    for (const fault of faults) {
      const report = await probeServer({ mcp: true, stateless: true, fault });
      assert.deepEqual(list(report, "fails", "warns"), [fault]);
    }
  });

  for (const alg of ALGORITHMS) {
    it(`all checks of signatures hold for tokens with ${alg}`, async () => {
      const report = await probeServer({}, { alg, only: ["signature"] });
      assert.equal(report.counts.holds, report.findings.length);
    });
  }
});

describe("a server with one fault", () => {
  const faults = checks.map(({ id }) => [id, id] as const)
    .filter(([fault]) => fault !== "error.huge");
  for (const [fault, id] of [...faults, ...Object.entries(others)]) {
    it(`${fault}: the check finds the fault, and no other check does`, async () => {
      const isMcp = id.startsWith("mcp.");
      const report = await probeServer({ fault, mcp: isMcp });
      assert.deepEqual(list(report, "fails", "warns"), [id]);
      const check = checks.find((one) => one.id === id);
      const level = (isMcp && check?.mcp?.level) || check?.level;
      assert.deepEqual(
        list(report, level === "must" ? "fails" : "warns"),
        [id],
      );
    });
  }

  it("error.huge: the check finds a server that does not answer in time", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const report = await probeServer({
        fault: "error.huge",
        hang: () => mock.timers.tick(10_000),
      }, { only: ["error"] });
      assert.deepEqual(list(report, "fails", "warns"), ["error.huge"]);
    } finally {
      mock.timers.reset();
    }
  });
});

describe("a server that is still starting", () => {
  /** Probes a server that trusts the issuer after a number of pauses. */
  function probeStarting(pauses: number, wait: number) {
    let time = Date.now();
    const now = () => time;
    return withServer({ now }, async ({ url, read }) => {
      let issuer = "";
      const slept: number[] = [];
      const args = [url, "--alg=EdDSA", "--only=credential.valid"];
      const options = parseOptions(args, () => undefined);
      const report = await probe({ ...options, wait }, {
        now,
        tell: (text) => void (issuer = text),
        sleep: (ms) => {
          slept.push(ms);
          time += ms;
          if (slept.length === pauses) read(issuer);
          return Promise.resolve();
        },
      });
      return { verdict: report.findings[0]?.verdict, slept };
    });
  }

  it("the run begins when it lets a valid token in", async () => {
    const { verdict, slept } = await probeStarting(3, 60_000);
    assert.equal(verdict, "holds");
    assert.deepEqual(slept, [500, 500, 500]);
  });

  it("the run begins in any case when the time is over", async () => {
    const { verdict, slept } = await probeStarting(3, 1000);
    assert.equal(verdict, "fails");
    assert.deepEqual(slept, [500, 500]);
  });
});
