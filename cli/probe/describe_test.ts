import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeAnswer, describeSent } from "./describe.ts";
import type { Exchange, Sent } from "./http.ts";

const plain: Sent = {
  method: "GET",
  path: "/",
  headers: {},
  secrets: [],
  note: "",
};

/** An exchange with some members. */
function toExchange(
  { sent, ...answer }: Partial<Omit<Exchange, "sent">> & {
    readonly sent?: Partial<Sent>;
  },
): Exchange {
  return {
    sent: { ...plain, ...sent },
    status: 401,
    headers: {},
    body: "",
    failure: "",
    ...answer,
  };
}

const secret = "opaque-token-of-a-user";
const secrets = new Set([secret]);

describe("the description of a request", () => {
  it("headers are shown but those of every request, and tokens are not", () => {
    const sent = {
      path: `/x?access_token=${secret}`,
      headers: {
        Accept: "*/*",
        "Content-Type": "application/json",
        Authorization: [`Bearer ${secret}`, "Bearer garbage"],
      },
      note: `from ${secret}`,
    };
    assert.equal(
      describeSent(toExchange({ sent }), secrets),
      "GET /x?access_token=<token>; Authorization: Bearer <token>; Authorization: Bearer garbage (from <token>)",
    );
  });

  it("a body is shown by what it asks for", () => {
    const form = { body: `access_token=${secret}` };
    assert.equal(
      describeSent(toExchange({ sent: form }), secrets),
      "GET /; body access_token=<token>",
    );
    const message = { body: '{"jsonrpc":"2.0","method":"tools/list"}' };
    assert.equal(
      describeSent(toExchange({ sent: message }), secrets),
      "GET /; body tools/list",
    );
  });
});

describe("the description of an answer", () => {
  it("the headers that findings are about are shown, and no body", () => {
    const headers = {
      "www-authenticate": ["Bearer", "DPoP"],
      "set-cookie": ["session=1"],
      vary: ["Origin"],
    };
    assert.equal(
      describeAnswer(toExchange({ headers, body: "body" }), secrets),
      "401; www-authenticate: Bearer; www-authenticate: DPoP; vary: Origin",
    );
  });

  it("a JWT is not shown, whoever made it", () => {
    const headers = {
      location: ["/?t=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.x_y"],
    };
    assert.equal(
      describeAnswer(toExchange({ headers }), secrets),
      "401; location: /?t=<token>",
    );
  });

  it("nothing of the server reaches the terminal as a command, or without end", () => {
    const headers = { vary: [`\u001b[31m${"x".repeat(500)}`] };
    const text = describeAnswer(toExchange({ headers }), secrets);
    assert.match(text, /^401; vary: \?\[31mx+…$/);
    assert.ok(text.length < 220);
  });

  it("a missing answer is shown by its reason", () => {
    const exchange = toExchange({ status: 0, failure: "ECONNRESET" });
    assert.equal(describeAnswer(exchange, secrets), "ECONNRESET");
  });
});
