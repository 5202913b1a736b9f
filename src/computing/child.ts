import { serialize } from 'node:v8';
import type { ComputeMessage, ToParent } from '../sandbox/protocol.ts';
import { type JobName, jobs } from './jobs.ts';

/** A child process that does the jobs of jobs.ts, one at a time, and is killed by its parent when one takes too long. */

/** Of an answer: what the parent has to read in its own thread. */
const maxBytes = 16 * 1024 * 1024;

const say = (message: ToParent): void => void process.send?.(message);

process.on('message', async ({ id, job, input }: ComputeMessage) => {
  try {
    const work = jobs[job as JobName] as (input: unknown) => Promise<unknown>;
    const output = serialize(await work(input));
    if (output.length > maxBytes) say({ type: 'broken', id, error: 'its answer is too large' });
    else say({ type: 'computed', id, output });
  } catch (error) {
    say({ type: 'failed', id, error: (error as Error).stack ?? String(error) });
  }
});
// Without a parent there is nobody to work for.
process.on('disconnect', () => process.exit());
say({ type: 'ready' });
