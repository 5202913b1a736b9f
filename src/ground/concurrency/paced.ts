/** Between two times: a second, or four times as long as it took, so that it is at work for a fifth of the time at most. */
const restMs = 1_000;
const restFactor = 4;

/** Work that is done again when something has changed, once for all changes meanwhile; now and then without any. */
export class Paced {
  private readonly work: () => Promise<void>;
  private readonly idleMs: number;
  private timer: NodeJS.Timeout | undefined;
  private isDue = false;
  private isAtWork = false;
  private isStale = false;
  private isEnded = false;
  private restsUntil = 0;

  /**
   * @param work must not fail
   * @param idleMs after which it is done although no one has rung: what depends on the time changes by itself
   */
  constructor(work: () => Promise<void>, idleMs = 60_000) {
    this.work = work;
    this.idleMs = idleMs;
    this.wait(idleMs, false);
  }

  /** Something has changed: the work begins as soon as it may. */
  ring(): void {
    if (this.isAtWork) this.isStale = true;
    else if (!this.isDue) this.wait(Math.max(0, this.restsUntil - Date.now()), true);
  }

  end(): void {
    this.isEnded = true;
    clearTimeout(this.timer);
  }

  private wait(ms: number, isDue: boolean): void {
    if (this.isEnded) return;
    this.isDue = isDue;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.begin(), ms).unref();
  }

  private async begin(): Promise<void> {
    this.isDue = false;
    this.isAtWork = true;
    this.isStale = false;
    const started = Date.now();
    await this.work();
    this.isAtWork = false;
    const rest = Math.max(restMs, restFactor * (Date.now() - started));
    this.restsUntil = Date.now() + rest;
    this.wait(this.isStale ? rest : this.idleMs, this.isStale);
  }
}
