import { serialize } from 'node:v8';
import type { ComputeMessage, ToParent } from '../sandbox/protocol.ts';
import { type JobName, jobs } from './jobs.ts';
import { outcomeOf } from './outcome.ts';

/** A child process that does the jobs of jobs.ts, one at a time, and is killed by its parent when one takes too long. */

/** Of an answer: what the parent has to read in its own thread. */
const usualBytes = 16 * 1024 * 1024;
/** The rows of an import are one text, which is passed on; those of a sync come from an answer of up to 16 MB. */
const maxBytes: Partial<Record<JobName, number>> = {
  import: 100 * 1024 * 1024,
  foreign: 64 * 1024 * 1024,
};

const say = (message: ToParent): void => void process.send?.(message);

process.on('message', async ({ id, job, input }: ComputeMessage) => {
  try {
    const work = jobs[job as JobName] as (input: unknown) => Promise<unknown>;
    const output = serialize(await outcomeOf(() => work(input)));
    if (output.length > (maxBytes[job as JobName] ?? usualBytes))
      say({ type: 'broken', id, error: 'its answer is too large' });
    else say({ type: 'computed', id, output });
  } catch (error) {
    say({ type: 'failed', id, error: (error as Error).stack ?? String(error) });
  }
});
// Without a parent there is no one to work for.
process.on('disconnect', () => process.exit());
say({ type: 'ready' });
