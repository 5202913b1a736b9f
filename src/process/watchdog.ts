import { Worker } from 'node:worker_threads';
import { shared } from './doing.ts';

const beatMs = 500;

/**
 * Watches from a thread of its own that the main thread answers. One that is silent for 10 seconds is not coming back:
 * the process is ended, after it has said what it was doing, and its parent starts it again (bin/launch.js).
 */
export function startWatchdog(): void {
  const beats = new Int32Array(shared, 0, 1);
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: shared }).unref();
}
