import { parentPort, workerData } from 'node:worker_threads';
import '../ground/machine/compile-cache.ts';
import { type Outcome, outcomeOf } from '../ground/concurrency/outcome.ts';
import { lowerThreadPriority } from '../ground/machine/low-priority.ts';
import type { ThreadMessage } from '../operations/body-messages.ts';

/** A thread that does the jobs of body-jobs.ts, one at a time: see body-threads.ts. */

const { routes } = await import('../groups/index.ts');
const { createFinder } = await import('../operations/find-route.ts');
const { bodyJobs } = await import('../operations/body-jobs.ts');
lowerThreadPriority();
const jobs = bodyJobs(routes, createFinder(routes, workerData).findRoute);

parentPort?.on('message', async ({ job, input }: ThreadMessage) => {
  const work = jobs[job] as (input: unknown) => unknown;
  let outcome: Outcome | { failed: string };
  try {
    outcome = await outcomeOf(() => work(input));
  } catch (error) {
    outcome = { failed: (error as Error).stack ?? String(error) };
  }
  parentPort?.postMessage(outcome, buffersOf(outcome));
});
parentPort?.postMessage('ready');

/** The bytes in an outcome, which change hands instead of being copied. */
function buffersOf(outcome: Outcome | { failed: string }): ArrayBuffer[] {
  if (!('value' in outcome)) return [];
  const value = outcome.value as Record<string, unknown>;
  const { encoded, use, bytes } = value as {
    encoded?: { bytes: Uint8Array<ArrayBuffer> };
    use?: Uint8Array<ArrayBuffer>;
    bytes?: Uint8Array<ArrayBuffer>;
  };
  return [encoded?.bytes, use, bytes].flatMap((one) => (one ? [one.buffer] : []));
}
