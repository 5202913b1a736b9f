import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const nice = 10;

/**
 * Lets the threads of libuv's pool, which is where password hashes are computed and images made, step back behind the
 * thread that answers requests: with every core busy hashing, an answer waits 6 times as long otherwise. Linux gives
 * each thread a priority of its own; elsewhere this does nothing. Call it once the pool runs, after the first work.
 */
export function lowerPoolPriority(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8');
      if (name.startsWith('libuv-worker')) setPriority(Number(thread), nice);
    } catch {
      // It has ended meanwhile.
    }
  }
}
