import { Worker } from 'node:worker_threads';
import { shared } from '../ground/machine/doing.ts';

/** Less than a check of the thread, so that each finds a new one. */
const beatMs = 2_000;

/**
 * Watches from a thread of its own that the main thread answers. One that is silent for 10 seconds is not coming back:
 * the process is ended, after it has logged what it was doing, and its parent starts it again (bin/launch.js).
 * @returns what ends the thread: a process that exits would wait for it
 */
export function startWatchdog(): () => Promise<void> {
  const beats = new Int32Array(shared, 0, 1);
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  // Its output is not read: it writes by itself, and a pipe through this thread may lead to a full disk.
  const file = new URL('./watchdog-thread.ts', import.meta.url);
  const worker = new Worker(file, { workerData: shared, stdout: true, stderr: true });
  worker.unref();
  return async () => void (await worker.terminate());
}
