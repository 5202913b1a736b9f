import { Turns } from '../ground/concurrency/turns.ts';
import { sandboxChild } from './child-process.ts';
import { type Hear, Processes } from './processes.ts';
import type { CallKind, CodeFault, LogLevel, RunMessage, ToChild, ToParent } from './protocol.ts';

/** Code to be run once. */
export interface SandboxJob extends Pick<RunMessage, 'code' | 'timeoutMs' | 'memoryMb'> {
  /** JSON texts. */
  input: string;
  context: string;
  /** Runs ctx.api, ctx.db and ctx.fetch with JSON texts; an error is an answer, never thrown. */
  call(kind: CallKind, text: string): Promise<{ isGood: boolean; text: string }>;
  log(level: LogLevel, text: string): void;
}

export type SandboxOutcome =
  | { status: 'succeeded'; output: string }
  | { status: 'failed' | 'timeout'; error: string };

/** How much later than its limit a process that does not end by itself is killed. */
const graceMs = 400;
const checkMs = 3000;
const checksAtOnce = 2;

const broken =
  'The sandbox had to be stopped: the function used more memory than it may, or crashed it.';

/**
 * Runs code of tenants in child processes, each doing one thing at a time. They are started when they are needed, and
 * one that did not end its work cleanly is killed. Nothing of a run is there in the next.
 */
export class Sandbox {
  private readonly places: Turns;
  private readonly processes = new Processes(sandboxChild);
  private ids = 0;
  private readonly checks = new Turns({
    atOnce: checksAtOnce,
    maxWaiting: 100,
    refusal: 'Too many functions are being compiled.',
    name: 'functions',
  });

  /** @param runs at the same time; who comes when all are busy waits: see functionTurns for whose turn it is */
  constructor(runs: number) {
    this.places = new Turns({ atOnce: runs + checksAtOnce });
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    const { code, input, context, timeoutMs, memoryMb } = job;
    const id = ++this.ids;
    const message = { type: 'run', id, code, input, context, timeoutMs, memoryMb } as const;
    const calls = new Set<Promise<void>>();
    const started = performance.now();
    const answer = await this.use(message, timeoutMs + graceMs, memoryMb, (heard, process) => {
      if (heard.type === 'log') job.log(heard.level, heard.text);
      if (heard.type !== 'call') return;
      const { call, kind, text } = heard;
      const done = job.call(kind, text).then((result) => {
        calls.delete(done);
        process.send({ type: 'answer', id, call, ...result });
      });
      calls.add(done);
    });
    if (answer.type === 'succeeded') {
      // Work that the code did not wait for is also done before its end is reported.
      await within(timeoutMs - (performance.now() - started), Promise.all(calls));
      return { status: 'succeeded', output: answer.output };
    }
    if (answer.type === 'timeout')
      return { status: 'timeout', error: `It took longer than ${timeoutMs} ms.` };
    const error = answer.type === 'failed' ? answer.error : broken;
    return { status: 'failed', error };
  }

  /** Returns the error that keeps code from being compiled, or null. Tenants take turns. @throws 429 CONCURRENCY_LIMITED */
  async check(tenant: string, code: string): Promise<CodeFault | null> {
    const id = ++this.ids;
    const answer = await this.checks.take(
      () => this.use({ type: 'check', id, code }, checkMs, 64, () => {}),
      { tenant },
    );
    if (answer.type === 'checked') return answer.fault;
    return { message: 'It cannot be compiled: it is nested too deeply, or too large.', line: null };
  }

  async close(): Promise<void> {
    await this.processes.close();
  }

  /** Has a process do something, as soon as one is free. @returns the message that ends it */
  private use(message: ToChild, wallMs: number, memoryMb: number, hear: Hear): Promise<ToParent> {
    return this.places.take(() => this.processes.use(message, { wallMs, memoryMb, hear }));
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const end = Promise.withResolvers<void>();
  const timer = setTimeout(end.resolve, Math.max(0, ms));
  await Promise.race([work, end.promise]);
  clearTimeout(timer);
}
