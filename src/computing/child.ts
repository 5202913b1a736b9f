import { serialize } from 'node:v8';
import { outcomeOf } from '../ground/concurrency/outcome.ts';
import type { ComputeMessage, ToParent } from '../sandbox/protocol.ts';
import type { AnyWork } from './job.ts';

/** A child process that does the jobs that its parent names, one at a time, and is killed when one takes too long. */

const say = (message: ToParent): void => void process.send?.(message);

process.on('message', async ({ id, job, given }: ComputeMessage) => {
  try {
    const loaded: Record<string, AnyWork> = await import(job.module);
    const work = loaded[job.name] as AnyWork;
    const output = serialize(await outcomeOf(() => work(...given)));
    if (output.length > job.maxBytes) say({ type: 'broken', id, error: 'its answer is too large' });
    else say({ type: 'computed', id, output });
  } catch (error) {
    say({ type: 'failed', id, error: (error as Error).stack ?? String(error) });
  }
});
// Without a parent there is no one to work for.
process.on('disconnect', () => process.exit());
say({ type: 'ready' });
