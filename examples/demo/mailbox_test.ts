import assert from "node:assert/strict";
import { createConnection } from "node:net";
import { describe, it } from "node:test";
import { type Mailbox, startMailbox } from "./mailbox.ts";

const head = "<!DOCTYPE html><html><head><title>x</title></head><body>";

/** Sends a mail with two parts by SMTP. */
async function send(
  { server }: Mailbox,
  mail: { to: string; subject: string; text: string; html: string },
): Promise<void> {
  const part = (type: string, body: string) =>
    `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const lines = [
    "EHLO x",
    "MAIL FROM:<app@a.example>",
    `RCPT TO:<${mail.to}>`,
    "DATA",
    `From: App <app@a.example>\r\nSubject: ${mail.subject}\r\nDate: Fri, 02 Jan 2026 03:04:05 GMT\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${
      part("text/plain", mail.text)
    }${part("text/html", mail.html)}--b--\r\n.`,
    "QUIT",
  ];
  const socket = createConnection(Number(new URL(server).port), "127.0.0.1");
  socket.write(lines.map((line) => `${line}\r\n`).join(""));
  for await (const data of socket) if (/^221/m.test(String(data))) break;
  socket.destroy();
}

async function open(mailbox: Mailbox, path: string): Promise<string> {
  return await (await fetch(mailbox.url + path)).text();
}

describe("the demo's mailbox", () => {
  it("the mailbox says that it is empty, and then opens the last mail", async () => {
    const mailbox = await startMailbox(0);
    try {
      assert.match(await open(mailbox, "/"), /No mail yet/);
      assert.equal(await open(mailbox, "/count"), "0");
      const html = `${head}<p>Hello</p></body></html>`;
      for (const to of ["ada@a.example", "eve@a.example"]) {
        const subject = `To ${to}`;
        await send(mailbox, { to, subject, text: `Text ${to}`, html });
      }
      assert.equal(await open(mailbox, "/count"), "2");
      const page = await open(mailbox, "/");
      assert.match(page, /<h2 dir="auto">To eve@a\.example<\/h2>/);
      assert.match(page, /srcdoc="[^"]*&#60;p&#62;Hello&#60;\/p&#62;/);
      assert.match(page, /href="\/\?mail=0"><span><b dir="auto">To ada@/);
      const old = await open(mailbox, "/?mail=0&view=text");
      assert.match(old, /<pre dir="auto">Text ada@a\.example/);
      assert.doesNotMatch(old, /<iframe/);
      assert.match(await open(mailbox, "/?mail=99"), /No mail yet/);
      assert.match(await open(mailbox, "/?mail=__proto__"), /To eve@/);
    } finally {
      await mailbox.close();
    }
  });

  it("a mail is shown as it is, without scripts and without what it would load", async () => {
    const mailbox = await startMailbox(0);
    try {
      const evil = `"><script>alert(1)</script><img src=https://x.example/>`;
      await send(mailbox, {
        to: "ada@a.example",
        subject: `Hi ${evil}`,
        text: `Open https://a.example/?a=1&b="x" ${evil}`,
        html: `${head}${evil}</body></html>`,
      });
      for (const path of ["/", "/?view=text"]) {
        const answer = await fetch(mailbox.url + path);
        const policy = answer.headers.get("content-security-policy") ?? "";
        assert.match(policy, /^default-src 'none'; .*script-src 'sha256-/);
        assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
        const page = await answer.text();
        assert.equal(page.match(/<script/g)?.length, 1);
        assert.doesNotMatch(page, /<img/);
      }
      const page = await open(mailbox, "/");
      const [frame = ""] = /<iframe[^>]*>/.exec(page) ?? [];
      assert.match(
        frame,
        / sandbox="allow-popups allow-popups-to-escape-sandbox" /,
      );
      assert.match(
        frame,
        /&#60;head&#62;&#60;base target=&#34;_blank&#34;&#62;/,
      );
      const raw = await fetch(`${mailbox.url}/mail?to=ada@a.example`);
      const policy = raw.headers.get("content-security-policy") ?? "";
      assert.match(policy, /^default-src 'none'/);
      assert.doesNotMatch(policy, /script-src/);
      assert.ok((await raw.text()).includes(evil));
    } finally {
      await mailbox.close();
    }
  });
});
