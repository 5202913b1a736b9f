import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { prelude } from './guest.ts';
import {
  type AnswerMessage,
  type CallKind,
  type LogLevel,
  limits,
  type RunMessage,
  type ToParent,
} from './protocol.ts';

/** Jobs of promises between two looks at the clock. */
const jobsAtOnce = 100;
const manyJobs = 1000;

const outOfMemory = ({ memoryMb }: RunMessage): string =>
  `It needs more than the ${memoryMb} MB of memory that it has (memory_mb). A chain of promises that never ends takes more with every link.`;

/** Of a chain of promises that has used up its memory, often nothing is left but that it does not go on. */
const unsettled = ({ memoryMb }: RunMessage, jobs: number): string =>
  jobs > manyJobs
    ? `It has stopped in a chain of promises without an answer: the ${memoryMb} MB of memory that it has (memory_mb) were not enough, or the promise that it returned is never settled.`
    : 'The promise that the function returned never settles.';

/** One run of a function in an engine, in the child process: from its start to the one message that ends it. */
export class Execution {
  readonly id: number;
  private readonly vm: QuickJSContext;
  private readonly message: RunMessage;
  private readonly deadline: number;
  private readonly grown: () => number;
  private readonly say: (message: ToParent) => void;
  private settle: QuickJSHandle | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Of promises that were done, rounded up. */
  private jobs = 0;
  private calls = 0;
  private open = 0;
  private logged = 0;
  private lines = 0;
  private isOver = false;

  /** @param grown by how many bytes the memory of the instance is larger than it began */
  constructor(
    vm: QuickJSContext,
    message: RunMessage,
    deadline: number,
    grown: () => number,
    say: (message: ToParent) => void,
  ) {
    this.vm = vm;
    this.id = message.id;
    this.message = message;
    this.deadline = deadline;
    this.grown = grown;
    this.say = say;
  }

  start(): void {
    this.timer = setTimeout(() => this.timeOut(), this.deadline - Date.now());
    try {
      this.begin();
    } catch {
      this.fail('The input does not fit into the memory of the function.');
    }
  }

  private begin(): void {
    const { vm } = this;
    const send = vm.newFunction('send', (kind, text) =>
      vm.newNumber(this.hear(vm.getString(kind), vm.getString(text))),
    );
    const { input, context, code } = this.message;
    const made = vm.unwrapResult(
      vm.callFunction(
        vm.unwrapResult(vm.evalCode(prelude, 'insula.js')),
        vm.undefined,
        send,
        vm.newString(input),
        vm.newString(context),
      ),
    );
    this.settle = vm.getProp(made, 'settle');
    const module = vm.evalCode(code, 'function.js', { type: 'module' });
    if (module.error) {
      const described = vm.callFunction(vm.getProp(made, 'described'), vm.undefined, module.error);
      this.fail(described.error ? 'The code cannot be run.' : vm.getString(described.value));
      return;
    }
    const started = vm.callFunction(vm.getProp(made, 'start'), vm.undefined, module.value);
    if (started.error) this.fail('The code cannot be run.');
    else this.pump();
  }

  answer({ call, isGood, text }: AnswerMessage): void {
    const { vm } = this;
    this.open -= 1;
    const settled = vm.callFunction(
      this.settle as QuickJSHandle,
      vm.undefined,
      vm.newNumber(call),
      isGood ? vm.true : vm.false,
      vm.newString(text),
    );
    if (settled.error) this.fail('An answer did not fit into the memory of the function.');
    else this.pump();
  }

  /** Does what promises have waiting, with an eye on the clock. */
  private pump(): void {
    const { runtime } = this.vm;
    while (!this.isOver && runtime.hasPendingJob()) {
      const done = runtime.executePendingJobs(jobsAtOnce);
      this.jobs += jobsAtOnce;
      if (done.error) {
        const thrown: { message?: string } | null = this.vm.dump(done.error);
        this.fail(thrown?.message || (this.wasFull() ? outOfMemory(this.message) : ''));
      } else if (Date.now() > this.deadline) this.timeOut();
    }
    if (this.isOver || this.open > 0) return;
    // Without memory, not even its failure can be told.
    if (this.wasFull()) this.fail(outOfMemory(this.message));
    else this.fail(unsettled(this.message, this.jobs));
  }

  /**
   * A message from the code: a call, a line of its log, or its end. An error thrown here reaches it as an exception.
   * @returns the number of a call
   */
  private hear(kind: string, text: string): number {
    if (this.isOver) return 0;
    if (kind === 'api' || kind === 'fetch' || kind === 'db') return this.call(kind, text);
    if (kind === 'succeeded') this.succeed(text);
    else if (kind === 'failed') this.fail(text);
    else if (kind === 'threw-null') this.fail(this.wasFull() ? outOfMemory(this.message) : text);
    else this.log(kind as LogLevel, text);
    return 0;
  }

  /** Whether the memory was used up, where the engine throws null because there is no room for an error. */
  private wasFull(): boolean {
    // Memory freed since shows in how far the memory of the instance has grown.
    return this.held() > 0.9 || this.grown() > this.message.memoryMb * 512 * 1024;
  }

  /** The part of its memory that is in use, up to 1. */
  private held(): number {
    const { runtime } = this.vm;
    runtime.setMemoryLimit(-1); // asking takes some
    const usage: { malloc_size?: number } = this.vm.dump(runtime.computeMemoryUsage());
    return (usage.malloc_size ?? 0) / (this.message.memoryMb * 1024 * 1024);
  }

  private succeed(output: string): void {
    if (output.length > limits.text)
      this.fail(`The output is larger than 1 MB (${output.length} characters).`);
    else this.end({ type: 'succeeded', id: this.id, output });
  }

  private call(kind: CallKind, text: string): number {
    if (this.calls >= limits.calls)
      throw new Error(`A run may make at most ${limits.calls} calls: this is one more.`);
    if (text.length > limits.text) throw new Error('A call may be at most 1 MB.');
    this.calls += 1;
    this.open += 1;
    this.say({ type: 'call', id: this.id, call: this.calls, kind, text });
    return this.calls;
  }

  private log(level: LogLevel, text: string): void {
    if (this.logged >= limits.logs || this.lines > limits.logLines) return;
    const room = limits.logs - this.logged;
    const isFull = text.length >= room || this.lines === limits.logLines;
    const line = this.lines === limits.logLines ? '' : text.slice(0, room);
    this.logged = isFull ? limits.logs : this.logged + text.length;
    this.lines += 1;
    this.say({
      type: 'log',
      id: this.id,
      level,
      text: isFull ? `${line}… (the log of a run ends here)` : line,
    });
  }

  private fail(error: string): void {
    // Interrupted code fails with an exception, wherever it was.
    const text = error.slice(0, 4000) || 'It failed without a message.';
    if (Date.now() > this.deadline) this.timeOut();
    else this.end({ type: 'failed', id: this.id, error: text });
  }

  private timeOut(): void {
    this.end({ type: 'timeout', id: this.id });
  }

  private end(message: ToParent): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.say(message);
  }
}
