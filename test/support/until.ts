import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is as wanted, and returns it.
 * @throws with the last answer after `seconds`
 */
export async function until<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  seconds = 30,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`not after ${seconds} s: ${JSON.stringify(answer)}`);
    await sleep(20);
  }
}
