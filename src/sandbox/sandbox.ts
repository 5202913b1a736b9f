import { Turns } from '../concurrency/turns.ts';
import { SandboxProcess } from './child-process.ts';
import type { CallKind, CodeFault, LogLevel, RunMessage, ToChild, ToParent } from './protocol.ts';

/** Code to be run once. */
export interface SandboxJob extends Pick<RunMessage, 'code' | 'timeoutMs' | 'memoryMb'> {
  /** JSON texts. */
  input: string;
  context: string;
  /** What ctx.api, ctx.db and ctx.fetch do, as JSON texts; what goes wrong is an answer, never thrown. */
  call(kind: CallKind, text: string): Promise<{ isGood: boolean; text: string }>;
  log(level: LogLevel, text: string): void;
}

export type SandboxOutcome =
  | { status: 'succeeded'; output: string }
  | { status: 'failed' | 'timeout'; error: string };

type Hear = (message: ToParent, process: SandboxProcess) => void;

/** How much later than its limit a process that does not end by itself is killed. */
const graceMs = 400;
const checkMs = 3000;
const watchMs = 100;
/** A run that computes longer steps back behind others. */
const shortMs = 300;
const checksAtOnce = 2;
/** A process that waits for work so long is not needed. */
const idleMs = 60_000;
/** Then a process is replaced, whatever it may have gathered. */
const uses = 200;
/** What a process may occupy beside twice the memory of the function. */
const ownBytes = 224 * 1024 * 1024;

const broken =
  'The sandbox had to be stopped: the function used more memory than it may, or crashed it.';

/**
 * Runs code of tenants in child processes, each doing one thing at a time. They are started when they are needed, and
 * one that did not end its work cleanly is killed. Nothing of a run is there in the next.
 */
export class Sandbox {
  private readonly places: Turns;
  private readonly processes = new Set<SandboxProcess>();
  private readonly dying = new Set<SandboxProcess>();
  private readonly idle: Array<{ process: SandboxProcess; timer: NodeJS.Timeout }> = [];
  private ids = 0;
  private isClosed = false;
  private readonly checks = new Turns({
    atOnce: checksAtOnce,
    maxWaiting: 100,
    refusal: 'Too many functions are being compiled.',
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
      // What the code did not wait for is done too before anybody hears that it has ended.
      await within(timeoutMs - (performance.now() - started), Promise.all(calls));
      return { status: 'succeeded', output: answer.output };
    }
    if (answer.type === 'timeout')
      return { status: 'timeout', error: `It took longer than ${timeoutMs} ms.` };
    const error = answer.type === 'failed' ? answer.error : broken;
    return { status: 'failed', error };
  }

  /** What keeps code from being compiled, or null. Tenants take turns. @throws 429 CONCURRENCY_LIMITED */
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
    this.isClosed = true;
    for (const { timer } of this.idle) clearTimeout(timer);
    for (const process of this.processes) process.kill();
    await Promise.all([...this.processes, ...this.dying].map((process) => process.gone()));
  }

  /** Has a process do something, as soon as one is free. @returns the message that ends it */
  private use(message: ToChild, wallMs: number, memoryMb: number, hear: Hear): Promise<ToParent> {
    return this.places.take(() => this.useNow(message, wallMs, memoryMb, hear));
  }

  private async useNow(
    message: ToChild,
    wallMs: number,
    memoryMb: number,
    hear: Hear,
  ): Promise<ToParent> {
    const process = await this.take();
    const { promise, resolve } = Promise.withResolvers<ToParent>();
    const dead: ToParent = { type: 'broken', id: message.id, error: '' };
    const isEnd = ({ type }: ToParent) => type !== 'call' && type !== 'log' && type !== 'ready';
    const listen = (heard: ToParent) => {
      if (!('id' in heard) || heard.id !== message.id) return;
      if (isEnd(heard)) resolve(heard);
      else hear(heard, process);
    };
    const isBegun = await process.begin(message, listen, () => resolve(dead));
    if (!isBegun) {
      this.put(process, false);
      throw new Error('a process of the sandbox did not start');
    }
    const wall = setTimeout(() => resolve({ type: 'timeout', id: message.id }), wallMs);
    const watch = watchRun(process, memoryMb, () => resolve(dead));
    const answer = await promise;
    clearTimeout(wall);
    clearInterval(watch);
    this.put(process, ['succeeded', 'failed', 'checked'].includes(answer.type));
    return answer;
  }

  /** A process that waits for work, or a new one. */
  private async take(): Promise<SandboxProcess> {
    if (this.isClosed) throw new Error('the sandbox is closed');
    const next = this.idle.pop();
    if (next) {
      clearTimeout(next.timer);
      return next.process;
    }
    const process = await SandboxProcess.start();
    this.processes.add(process);
    if (this.isClosed) process.kill();
    return process;
  }

  private put(process: SandboxProcess, isClean: boolean): void {
    process.end();
    const isFit = process.isAlive && !process.isBehind && process.used < uses;
    const isGood = isClean && isFit && !this.isClosed;
    if (!isGood) {
      process.kill();
      this.processes.delete(process);
      this.dying.add(process);
      void process.gone().then(() => this.dying.delete(process));
    }
    if (!isGood) return;
    const timer = setTimeout(() => this.retire(process), idleMs).unref();
    this.idle.push({ process, timer });
  }

  private retire(process: SandboxProcess): void {
    const at = this.idle.findIndex((one) => one.process === process);
    if (at < 0) return;
    this.idle.splice(at, 1);
    this.put(process, false);
  }
}

/**
 * The engine keeps to its limit by itself; what it makes the process hold besides is seen from outside only, and so is
 * that it computes for long: a core that endless code has taken is one that the functions of others do not get.
 */
function watchRun(process: SandboxProcess, memoryMb: number, isTooMuch: () => void) {
  const most = ownBytes + 2 * memoryMb * 1024 * 1024;
  const before = process.computed();
  return setInterval(async () => {
    if (((await process.memory()) ?? 0) > most) isTooMuch();
    const computed = ((await process.computed()) ?? 0) - ((await before) ?? 0);
    if (computed > shortMs) process.stepBack();
  }, watchMs).unref();
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const end = Promise.withResolvers<void>();
  const timer = setTimeout(end.resolve, Math.max(0, ms));
  await Promise.race([work, end.promise]);
  clearTimeout(timer);
}
