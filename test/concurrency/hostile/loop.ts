import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The duration of the longest turn of this thread's loop, in milliseconds: by the clock, and of the processor. */
export interface Longest {
  clock: number;
  processor: number;
}

/**
 * Measures the turns of this thread's loop. A machine that is busy with other things makes them longer by the clock, not
 * by the processor: what the thread itself computed meanwhile.
 */
export class Loop {
  private readonly delays = monitorEventLoopDelay({ resolution: 1 });
  private longest = 0;
  private last = process.threadCpuUsage();
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.delays.enable();
    this.timer = setInterval(() => this.look(), 1);
  }

  private look(): void {
    const used = process.threadCpuUsage(this.last);
    this.last = process.threadCpuUsage();
    this.longest = Math.max(this.longest, (used.user + used.system) / 1000);
  }

  /** Starts again. */
  reset(): void {
    this.look();
    this.longest = 0;
    this.delays.reset();
  }

  read(): Longest {
    this.look();
    return { clock: this.delays.max / 1e6, processor: this.longest };
  }

  /** Of all turns since the beginning, by the clock. */
  percentile(share: number): number {
    return this.delays.percentile(share) / 1e6;
  }

  end(): void {
    clearInterval(this.timer);
    this.delays.disable();
  }
}

/**
 * The longest turn of this thread while `work` is done, in milliseconds of the processor: the least of three times, because in
 * one of them a module may be loaded, or the garbage of hundreds of tests collected.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const loop = new Loop();
  const turns: number[] = [];
  for (let time = 0; time < 3; time++) {
    loop.reset();
    await work();
    turns.push(loop.read().processor);
  }
  loop.end();
  return Math.min(...turns);
}
