import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

const nice = 10;
/** Tenants' code is also waited for, and has a time to keep. */
const niceOfCode = 5;

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

/**
 * Lowers the priority of a process that runs tenants' code in the same way: endless loops of one delay no other
 * tenant's requests.
 */
export function lowerPriorityOf(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceOfCode);
  } catch {
    // It has ended meanwhile, or the system does not offer it.
  }
}

/** The same for the thread that calls it, on Linux. */
export function lowerThreadPriority(): void {
  try {
    const [, thread] = /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread) setPriority(Number(thread), niceOfCode);
  } catch {
    // The system does not offer it.
  }
}
