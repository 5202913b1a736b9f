import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { opened } from '../ground/concurrency/outcome.ts';
import { keeping } from '../ground/concurrency/rules.ts';
import { Turns } from '../ground/concurrency/turns.ts';
import { ApiError } from '../ground/errors.ts';
import { Processes } from '../sandbox/processes.ts';
import type { Job } from './job.ts';

/** How much longer it may take on a machine that has other things to do. */
const patience = 3;
const heapMb = 256;

const cores = availableParallelism();
/** Of one tenant at the same time; as many again are kept for tenants that have none under way. */
const perTenant = Math.max(1, Math.min(4, cores >> 1));

const processes = new Processes({
  file: fileURLToPath(new URL('./child.ts', import.meta.url)),
  heapMb,
  // Pictures are made by native code.
  options: ['--allow-addons', '--no-warnings'],
});
const turns = new Turns({
  atOnce: 2 * perTenant,
  mayBegin: keeping(perTenant, perTenant),
  maxOfTenant: 200,
  maxWaiting: 2_000,
  waitMs: 20_000,
  refusal: 'Too much of this tenant is being computed.',
  name: 'computing',
});
let ids = 0;

/** A job that was ended because it was too much: see `reason`. It answers as 504, or as 400. */
export class TooMuch extends ApiError {
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory') {
    const took = reason === 'time' ? 'took too long' : 'needed too much memory';
    const code = reason === 'time' ? 'TIMEOUT' : 'VALIDATION_ERROR';
    super(code, `Processing this request ${took}. Send less at a time.`);
    this.reason = reason;
  }
}

/**
 * Does a job in a child process: by turns of tenants, within its time and memory. The thread that answers requests
 * continues, whatever the input is.
 * @param signal takes it out of the line; what has begun is ended by its time
 * @throws TooMuch, or 429 CONCURRENCY_LIMITED when no turn came
 */
export function compute<Given extends unknown[], Made>(
  tenant: string,
  { name, module, cpuMs, maxBytes }: Job<Given, Made>,
  given: Given,
  signal?: AbortSignal,
): Promise<Made> {
  return turns.take(
    async () => {
      const job = { name, module, maxBytes };
      const message = { type: 'compute', id: ++ids, job, given } as const;
      const bounds = { cpuMs, wallMs: patience * cpuMs, memoryMb: heapMb, hear: () => {} };
      const answer = await processes.use(message, bounds);
      if (answer.type === 'computed') return opened<Made>(deserialize(answer.output));
      if (answer.type === 'failed') throw new Error(`${name}: ${answer.error}`);
      throw new TooMuch(answer.type === 'timeout' ? 'time' : 'memory');
    },
    { tenant, signal },
  );
}
