import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthConfig, EmailConfig, Provider } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  Password,
  type PasswordOptions,
} from "@latchkey/auth/providers/password";
import { resolveSettings } from "../config/resolve_settings.ts";
import { replaceCrypto } from "../methods/credentials/compute_once_testkit.ts";
import { replaceUserAgent } from "../runtime/user_agent_testkit.ts";
import { checkSettings } from "./check_settings.ts";

const secret = "a random text of at least 32 characters";
const provider = {
  id: "op",
  name: "Op",
  type: "oidc",
  clientId: "app",
} as const;

describe("an issuer in the environment", () => {
  it("an issuer in the environment that a called definition does not use is reported", () => {
    const lines: string[] = [];
    const resolveWith = (issuer: string, named: string) => {
      const config: AuthConfig = {
        providers: [{ ...provider, issuer }],
        secret,
        logger: { warn: (_, message) => void lines.push(message) },
      };
      const env = (name: string) =>
        name === "AUTH_OP_ISSUER" ? named : undefined;
      checkSettings(resolveSettings(config, env), env);
    };
    resolveWith("https://op.example", "https://op.example");
    assert.deepEqual(lines, []);
    resolveWith("https://op.example", "https://narrow.example");
    assert.match(lines.join("\n"), /AUTH_OP_ISSUER is not used/);
    assert.equal(lines.length, 1);
    resolveWith("https://op.example", "https://narrow.example");
    assert.equal(lines.length, 1);
  });
});

describe("the check of options that reading a session does not need", () => {
  it("names the mistakes of every room in one error, each time", () => {
    const settings = resolveSettings({
      secret,
      origin: "https://app.example",
      providers: [{
        ...provider,
        issuer: "https://op.example",
        clientSecret: "a secret",
        requestObject: true,
      }],
      redirectProxyOrigins: ["https://*.example"],
      locale: "Klingon",
    });
    for (let times = 0; times < 2; times++) {
      assert.throws(
        () => checkSettings(settings),
        ({ message }: Error) =>
          ["redirectProxyOrigins", "requestObject", "locale"]
            .every((name) => message.includes(`\`${name}`)),
      );
    }
  });
});

const mail: EmailConfig = {
  id: "mail",
  type: "email",
  from: "mail@app.example",
  sendMail: () => {},
};

describe("the mails about passwords", () => {
  it("the start names a configuration where nobody can send them", () => {
    const check = (...providers: Provider[]) =>
      checkSettings(
        resolveSettings({
          secret,
          origin: "https://app.example",
          adapter: createMemoryAdapter(),
          providers,
        }, () => undefined),
        () => undefined,
      );
    check(Password({ mail }));
    check(mail, Password());
    const { sendMail: _, from: _from, ...rest } = mail;
    const own = { ...rest, sendVerificationRequest: () => {} };
    for (const providers of [[Password()], [own, Password()]]) {
      assert.throws(() => check(...providers), {
        type: "Configuration",
        message: /add an e-mail provider with `server` or `sendMail`/,
      });
    }
  });
});

describe("how passwords are hashed", () => {
  const start = (options: PasswordOptions) => {
    const lines: string[] = [];
    const settings = resolveSettings({
      secret,
      origin: "https://app.example",
      adapter: createMemoryAdapter(),
      providers: [Password({ mail, ...options })],
      debug: true,
      logger: {
        warn: (code, message) => void lines.push(`warn ${code} ${message}`),
        debug: (message) => void lines.push(`debug ${message}`),
      },
    }, () => undefined);
    checkSettings(settings, () => undefined);
    return lines.filter((line) => line.includes("are hashed with"));
  };

  it("the start says it, with the cost", () => {
    assert.deepEqual(start({}), [
      'debug Passwords of provider "password" are hashed with scrypt, 128 MiB of memory (N=2^17, r=8, p=1).',
    ]);
    const hash = { algorithm: "pbkdf2" } as const;
    assert.deepEqual(start({ hash }), [
      'debug Passwords of provider "password" are hashed with PBKDF2 with SHA-256, 600000 iterations.',
    ]);
  });

  it("the start warns where the runtime sets limits", () => {
    const restoreName = replaceUserAgent("Cloudflare-Workers");
    try {
      const [worker = "", ...others] = start({});
      assert.deepEqual(others, []);
      assert.match(
        worker,
        /^warn hashing .* 16 MiB .*\(N=2\^14, r=8, p=5\).* 10 ms/,
      );
    } finally {
      restoreName();
    }
    const restore = replaceCrypto({});
    try {
      assert.match(start({}).join(), /^warn hashing .*PBKDF2/);
    } finally {
      restore();
    }
  });
});
