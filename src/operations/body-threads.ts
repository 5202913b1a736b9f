import { availableParallelism } from 'node:os';
import { type Transferable, Worker } from 'node:worker_threads';
import { type Outcome, opened } from '../ground/concurrency/outcome.ts';
import { keeping } from '../ground/concurrency/rules.ts';
import { Turns } from '../ground/concurrency/turns.ts';
import type { Config } from '../ground/config/config.ts';
import { ApiError } from '../ground/errors.ts';
import type { BodyJobs, ThreadMessage } from './body-messages.ts';

type Input<K extends keyof BodyJobs> = BodyJobs[K][0];
type Output<K extends keyof BodyJobs> = BodyJobs[K][1];

export interface ThreadLimits {
  /** How many there are at most. */
  atOnce?: number;
  heapMb?: number;
  /** The longest job; 5 MB of anything take a tenth of a second. */
  longestMs?: number;
  /** A thread without work ends after it. */
  idleMs?: number;
}

const defaults: Required<ThreadLimits> = {
  atOnce: Math.max(1, Math.min(4, availableParallelism() >> 1)),
  heapMb: 128,
  longestMs: 30_000,
  idleMs: 300_000,
};

/** From here on a body is read in a separate thread, so that other requests do not wait. */
export const threadBytes = 256 * 1024;

/**
 * Threads that read and write large bodies. Threads, not processes, since bytes then change hands without being copied; what a
 * body can cost is bounded by its size before it is read.
 */
export class BodyThreads {
  private readonly limits: Required<ThreadLimits>;
  private readonly turns: Turns;
  private readonly script: URL;
  private readonly config: Pick<Config, 'baseUrl'>;
  private readonly all = new Set<Worker>();
  private readonly idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];

  /** @param script what a thread runs: it knows the routes, which this file does not */
  constructor(script: URL, config: Pick<Config, 'baseUrl'>, limits: ThreadLimits = {}) {
    this.script = script;
    this.config = config;
    this.limits = { ...defaults, ...limits };
    const { atOnce } = this.limits;
    this.turns = new Turns({
      atOnce,
      mayBegin: keeping(Math.max(1, atOnce - 1), 0),
      maxOfTenant: 200,
      waitMs: 20_000,
      refusal: 'Too many large bodies of this tenant are being read.',
    });
  }

  /**
   * Does a job when its turn has come.
   * @param tenant or an address, which take turns
   * @param transfer what changes hands
   * @throws 503 when its thread has ended, 429 when no turn came
   */
  do<K extends keyof BodyJobs>(
    tenant: string,
    job: K,
    input: Input<K>,
    { signal, transfer = [] }: { signal?: AbortSignal; transfer?: Transferable[] } = {},
  ): Promise<Output<K>> {
    return this.turns.take(
      async (): Promise<Output<K>> => {
        const worker = await this.take();
        const answer = (await this.ask(worker, { job, input }, transfer)) as
          | Outcome
          | { failed: string };
        if ('failed' in answer) throw new Error(`${job}: ${answer.failed}`);
        return opened<Output<K>>(answer);
      },
      { tenant, signal },
    );
  }

  /** Ends all threads, whatever they do; new ones begin with the next job. */
  async cut(): Promise<void> {
    await Promise.all([...this.all].map((worker) => worker.terminate()));
  }

  private async ask(
    worker: Worker,
    message: ThreadMessage,
    transfer: Transferable[],
  ): Promise<unknown> {
    const timer = setTimeout(() => void worker.terminate(), this.limits.longestMs).unref();
    try {
      const answer = answerOf(worker);
      worker.postMessage(message, transfer);
      const value = await answer;
      this.put(worker);
      return value;
    } finally {
      clearTimeout(timer);
    }
  }

  private async take(): Promise<Worker> {
    const next = this.idle.pop();
    if (next) {
      clearTimeout(next.timer);
      return next.worker;
    }
    const worker = new Worker(this.script, {
      workerData: { baseUrl: this.config.baseUrl },
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb },
      stdout: true,
      stderr: true,
    });
    worker.unref();
    // One that ends has its error heard by the one who waits for it.
    worker.on('error', () => {});
    this.all.add(worker);
    worker.once('exit', () => {
      this.all.delete(worker);
      this.forget(worker);
    });
    await answerOf(worker);
    return worker;
  }

  private put(worker: Worker): void {
    const end = () => {
      // At once: it takes a moment to end, in which it must not be given anything to do.
      this.forget(worker);
      void worker.terminate();
    };
    this.idle.push({ worker, timer: setTimeout(end, this.limits.idleMs).unref() });
  }

  private forget(worker: Worker): void {
    const at = this.idle.findIndex((one) => one.worker === worker);
    if (at >= 0) clearTimeout(this.idle.splice(at, 1)[0]?.timer);
  }
}

/** The next message of a thread. @throws 503 when it ends instead */
function answerOf(worker: Worker): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const end = () => reject(ended());
  worker.once('message', resolve).once('exit', end);
  return promise.finally(() => worker.off('message', resolve).off('exit', end));
}

const ended = () =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    'The thread that read this body has ended before it was done, and nothing was changed. Send it again.',
    { retry_after: 1 },
  );
