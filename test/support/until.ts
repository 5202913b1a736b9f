import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * Asks again and again until the answer is as wanted, and returns it.
 * @throws with the last answer after `seconds`, or four times as many on a cluster, three servers on one machine
 */
export async function until<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  seconds = 60,
): Promise<T> {
  const patience = inject('server')?.isCluster ? seconds * 4 : seconds;
  const end = performance.now() + patience * 1000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`not after ${patience} s: ${JSON.stringify(answer)}`);
    await sleep(20);
  }
}
