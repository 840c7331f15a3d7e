import { spawn } from "node:child_process";
import process from "node:process";
import type { Registration } from "../subjects/sketch.ts";

/** A provider in a process of its own, so that its CPU time does not count. */
export interface OtherProvider extends Registration {
  /** Follows the URL of an authorization request; returns the callback's. */
  authorize(urls: readonly string[]): Promise<readonly string[]>;
  stop(): void;
}

/** Starts a provider in its own process. */
export async function startProvider(
  command: readonly string[],
): Promise<OtherProvider> {
  const child = spawn(process.execPath, command, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const own = await new Promise<Registration>((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(JSON.parse(String(line))));
    child.once("exit", () => reject(new Error("the provider did not start")));
  });
  const authorize = async (urls: readonly string[]) => {
    const body = JSON.stringify(urls);
    const answer = await fetch(`${own.issuer}/-/all`, { method: "POST", body });
    return await answer.json();
  };
  return { ...own, authorize, stop: () => child.stdin.end() };
}
