import type { ContractEnvironment } from "./config.ts";

/**
 * Waits until the suite lets a request pass: at once without a name, or else
 * when the suite opens the gate, or when as many requests wait at it as the
 * suite sent. So nothing depends on how fast a machine is.
 *
 * @param env the environment of the application
 * @param name the parameter `gate` of the request
 * @throws Error if the suite does not answer
 */
export async function waitAtGate(
  env: ContractEnvironment,
  name: string | null | undefined,
): Promise<void> {
  if (!name) return;
  const url = `${env.CONTRACT_GATE}?name=${encodeURIComponent(name)}`;
  const answer = await fetch(url, { cache: "no-store" });
  await answer.text();
  if (!answer.ok) throw new Error(`The gate answered ${answer.status}.`);
}
