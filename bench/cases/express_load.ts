import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { since } from "./measure.ts";

/** The amount of load. */
export interface Load {
  readonly sessions: number;
  readonly connections: number;
  readonly warmUp: number;
  readonly requests: number;
}

/** The limit for any run. */
const MAX_SECONDS = 240;

/**
 * Starts the server in its own process and sends `GET /me`: microseconds of its
 * CPU per request, and requests per second.
 */
export function expressCase(
  name: string,
  load: Load,
  server: readonly string[],
): Promise<Record<string, number>> {
  return withServer([...server, name, String(load.sessions)], async (port) => {
    const cookies: string[] = await ask(port, "/-/cookies");
    const texts = cookies.map((cookie) => toText("/me", cookie));
    await send(port, texts, load.warmUp, load.connections);
    const start = performance.now();
    const micros = await measureLoad(port, texts, load);
    const seconds = (performance.now() - start) / 1000;
    return { micros, perSecond: load.requests / seconds };
  });
}

/** Sends load, and returns the microseconds of the server's CPU per request. */
export async function measureLoad(
  port: number,
  texts: readonly string[],
  { requests, connections }: Pick<Load, "requests" | "connections">,
): Promise<number> {
  const before = await ask(port, "/-/cpu");
  await send(port, texts, requests, connections);
  const after = await ask(port, "/-/cpu");
  return since(before, after) / requests;
}

/** Starts a server in a process of its own, and ends it after the work. */
export async function withServer<T>(
  command: readonly string[],
  work: (port: number) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, command, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const deadline = setTimeout(() => child.kill(), MAX_SECONDS * 1000);
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once(
        "data",
        (line) => resolve(JSON.parse(String(line)).port),
      );
      child.once("exit", () => reject(new Error("the server did not start")));
    });
    return await work(port);
  } finally {
    child.removeAllListeners("exit");
    const end = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.end();
    await end;
    clearTimeout(deadline);
  }
}

/** Asks the server for JSON, on a connection of its own. */
export async function ask(port: number, path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { connection: "close" },
  });
  return await response.json();
}

/** Returns the text of a request with a cookie. */
export function toText(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: app.example.com\r\n` +
    `accept: application/json\r\ncookie: ${cookie}\r\n\r\n`;
}

/**
 * Sends that many requests over that many connections, sequentially on each.
 */
export async function send(
  port: number,
  texts: readonly string[],
  total: number,
  connections: number,
): Promise<void> {
  let sent = 0;
  const take = () => sent < total ? texts[sent++ % texts.length] : undefined;
  await Promise.all(
    Array.from({ length: connections }, () => sendOn(port, take)),
  );
}

/** A minimal client, so that the server has its core for itself. */
function sendOn(
  port: number,
  take: () => string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let answer = "";
    const next = () => {
      const text = take();
      if (text === undefined) return void socket.end(() => resolve());
      socket.write(text);
    };
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.once("connect", next);
    socket.once("error", reject);
    socket.on("data", (chunk: string) => {
      answer += chunk;
      if (!isWhole(answer)) return;
      if (!answer.startsWith("HTTP/1.1 200") || !answer.includes("@")) {
        socket.destroy();
        return reject(new Error(`unexpected answer: ${answer.slice(0, 500)}`));
      }
      answer = "";
      next();
    });
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const [, length = "0"] = /content-length: (\d+)/i.exec(answer) ?? [];
  return answer.length >= end + 4 + Number(length);
}
