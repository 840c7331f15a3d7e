import { setTimeout } from "node:timers/promises";

/**
 * Waits until a server of another process answers, which says so in no other
 * way.
 *
 * @param isOver called before each try; ends the wait with an error
 */
export async function untilAnswers(
  url: string,
  isOver: () => boolean = () => false,
): Promise<void> {
  const answers = async () => {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok === true;
  };
  while (!await answers()) {
    if (isOver()) throw new Error(`${url} does not answer.`);
    await setTimeout(100);
  }
}
