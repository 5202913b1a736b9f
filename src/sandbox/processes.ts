import { type ChildScript, SandboxProcess } from './child-process.ts';
import type { ToChild, ToParent } from './protocol.ts';

export type Hear = (message: ToParent, process: SandboxProcess) => void;

/** The bounds of one piece of work. */
export interface Bounds {
  /** Then its process is killed. */
  wallMs: number;
  /** So is it when it has computed for so long, where the system tells: a busy machine takes longer for the same. */
  cpuMs?: number;
  /** The memory that the work may occupy, besides the needs of its process. */
  memoryMb: number;
  /** Hears what comes before the end. */
  hear: Hear;
}

const watchMs = 100;
/** Work that computes longer steps back behind other work. */
const shortMs = 300;
/** A process that waits for work so long is not needed. */
const idleMs = 60_000;
/** Then a process is replaced, whatever it may have gathered. */
const uses = 200;
/** The memory that a process may occupy besides twice the memory of its work. */
const ownBytes = 224 * 1024 * 1024;

/**
 * Child processes that do one thing at a time each. They are started when they are needed, and one that did not end its
 * work cleanly is killed: whatever keeps it busy, this process continues.
 */
export class Processes {
  private readonly script: ChildScript;
  private readonly all = new Set<SandboxProcess>();
  private readonly dying = new Set<SandboxProcess>();
  private readonly idle: Array<{ process: SandboxProcess; timer: NodeJS.Timeout }> = [];
  private isClosed = false;

  constructor(script: ChildScript) {
    this.script = script;
  }

  /** Has a process do something at once. @returns the message that ends it: `timeout` and `broken` also come from here */
  async use(message: ToChild, { wallMs, cpuMs, memoryMb, hear }: Bounds): Promise<ToParent> {
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
    const late = () => resolve({ type: 'timeout', id: message.id });
    const wall = setTimeout(late, wallMs);
    const watch = watchRun(
      process,
      { memoryMb, cpuMs },
      { isLate: late, isTooMuch: () => resolve(dead) },
    );
    const answer = await promise;
    clearTimeout(wall);
    clearInterval(watch);
    this.put(process, cleanEnds.has(answer.type));
    return answer;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { timer } of this.idle) clearTimeout(timer);
    for (const process of this.all) process.kill();
    await Promise.all([...this.all, ...this.dying].map((process) => process.gone()));
  }

  /** A process that waits for work, or a new one. */
  private async take(): Promise<SandboxProcess> {
    if (this.isClosed) throw new Error('the sandbox is closed');
    const next = this.idle.pop();
    if (next) {
      clearTimeout(next.timer);
      return next.process;
    }
    const process = await SandboxProcess.start(this.script);
    this.all.add(process);
    if (this.isClosed) process.kill();
    return process;
  }

  private put(process: SandboxProcess, isClean: boolean): void {
    process.end();
    const isFit = process.isAlive && !process.isBehind && process.used < uses;
    const isGood = isClean && isFit && !this.isClosed;
    if (!isGood) {
      process.kill();
      this.all.delete(process);
      this.dying.add(process);
      void process.gone().then(() => this.dying.delete(process));
      return;
    }
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

/** After these a process can be used again. */
const cleanEnds = new Set<ToParent['type']>(['succeeded', 'failed', 'checked', 'computed']);

/**
 * The engine keeps to its limit by itself; what it makes the process hold besides is seen from outside only, and so is
 * that it computes for long: a core that endless code has taken is one that the functions of others do not get.
 */
function watchRun(
  process: SandboxProcess,
  { memoryMb, cpuMs = Number.POSITIVE_INFINITY }: { memoryMb: number; cpuMs: number | undefined },
  { isLate, isTooMuch }: { isLate: () => void; isTooMuch: () => void },
) {
  const most = ownBytes + 2 * memoryMb * 1024 * 1024;
  const before = process.computed();
  return setInterval(async () => {
    if (((await process.memory()) ?? 0) > most) isTooMuch();
    const computed = ((await process.computed()) ?? 0) - ((await before) ?? 0);
    if (computed > shortMs) process.stepBack();
    if (computed > cpuMs) isLate();
  }, watchMs).unref();
}
