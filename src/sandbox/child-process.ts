import { type ChildProcess, fork } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { lowerPriorityOf } from '../ground/machine/low-priority.ts';
import type { ToChild, ToParent } from './protocol.ts';

/** The script of a child process, and its limits. */
export interface ChildScript {
  file: string;
  heapMb: number;
  /** Options of Node beside those that shut files, children and threads away. */
  options: string[];
}

/** The engine that runs code of tenants. */
export const sandboxChild: ChildScript = {
  file: fileURLToPath(new URL('./child.ts', import.meta.url)),
  heapMb: 96,
  options: ['--disallow-code-generation-from-strings'],
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const pageBytes = 4096;
const tickMs = 10;
/** Of 19: it gets what the others leave. */
const lowPriority = 15;

/** A process that works for tenants: without environment, files, output or children of its own. */
export class SandboxProcess {
  /** The amount of work it was given since it started. */
  used = 0;
  isAlive = true;
  /** It has stepped back, which it cannot undo. */
  isBehind = false;
  private readonly process: ChildProcess;
  private readonly ready: Promise<unknown>;
  private readonly ended: Promise<void>;
  private hear: ((message: ToParent) => void) | undefined;
  private over: (() => void) | undefined;

  private constructor(process: ChildProcess) {
    this.process = process;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    // One that could not even be started emits an error and no exit.
    for (const end of ['exit', 'error'])
      process.once(end, () => {
        this.isAlive = false;
        resolve();
        this.over?.();
      });
    process.on('error', () => this.kill());
    process.on('message', (message: ToParent) => this.hear?.(message));
    // The first message is that it is ready; one that dies before that is noticed by its user.
    const first = new Promise((isReady) => process.once('message', isReady));
    this.ready = Promise.race([first, promise]);
    // It must not keep this process from ending.
    process.unref();
    process.channel?.unref();
  }

  static async start({ file, heapMb, options }: ChildScript): Promise<SandboxProcess> {
    // Where its engine really is: folders of modules may be links, and lie above this one.
    const engine = await realpath(
      createRequire(import.meta.url).resolve('quickjs-emscripten-core'),
    );
    const modules = engine.slice(0, engine.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const process = fork(file, {
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        '--permission',
        ...[`${root}src/`, `${root}package.json`, `${root}node_modules`, modules].map(
          (path) => `--allow-fs-read=${path}`,
        ),
        ...options,
        '--disable-proto=delete',
      ],
      env: { TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    lowerPriorityOf(process.pid);
    return new SandboxProcess(process);
  }

  /** Sends what it has to do, once it is there. @param over called when it dies; @returns false when it is dead */
  async begin(
    message: ToChild,
    hear: (message: ToParent) => void,
    over: () => void,
  ): Promise<boolean> {
    await this.ready;
    if (!this.isAlive) return false;
    this.used += 1;
    this.hear = hear;
    this.over = over;
    this.send(message);
    return true;
  }

  /** It has no listeners any more. */
  end(): void {
    this.hear = undefined;
    this.over = undefined;
  }

  send(message: ToChild): void {
    // It may be gone this very moment: who waits for it hears of that by `over`.
    if (this.process.connected) this.process.send(message, () => {});
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }

  /** Bytes of memory that it occupies; undefined where the system does not tell. */
  async memory(): Promise<number | undefined> {
    const text = await readFile(`/proc/${this.process.pid}/statm`, 'utf8').catch(() => '');
    const pages = Number(text.split(' ')[1]);
    return text === '' ? undefined : pages * pageBytes;
  }

  /** Milliseconds that it has computed since its start; undefined where the system does not tell. */
  async computed(): Promise<number | undefined> {
    const text = await readFile(`/proc/${this.process.pid}/stat`, 'utf8').catch(() => '');
    // Behind its name, which may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return text === '' ? undefined : (Number(fields[11]) + Number(fields[12])) * tickMs;
  }

  /** From now on it gets what others leave of the processors: those that answer requests, and shorter runs. */
  stepBack(): void {
    if (this.isBehind || !this.isAlive || this.process.pid === undefined) return;
    this.isBehind = true;
    try {
      setPriority(this.process.pid, lowPriority);
    } catch {
      // It has ended meanwhile.
    }
  }

  gone(): Promise<void> {
    return this.ended;
  }
}
