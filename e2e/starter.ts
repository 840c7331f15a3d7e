import process from "node:process";
import { clearInterval, setInterval } from "node:timers";
import { errorCode } from "../examples/demo/loopback.ts";

/** The variable that names the process which started this one. */
export const starter = "E2E_STARTER";

/**
 * Ends this process, as Ctrl-C does, when its parent is gone: a killed run
 * leaves no server behind. Signals do not reach the servers, because Playwright
 * starts each in its own process group.
 */
export function endWithStarter(): void {
  const pid = Number(process.env[starter]);
  if (!pid) return;
  const timer = setInterval(() => {
    if (isRunning(pid)) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGINT");
  }, 500);
  timer.unref();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
