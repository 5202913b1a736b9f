import { ApiError } from './http/errors.ts';

interface Waiting {
  begin(): void;
  refuse(error: ApiError): void;
}

/**
 * Lets work begin while less than so much of it is under way; the rest waits, and tenants take turns, so that a
 * thousand requests of one of them delay another's by one. Where too many wait, the longest line loses its last.
 */
export class FairTurns {
  private free: number;
  private readonly maxWaiting: number;
  private readonly refusal: string;
  private waiting = 0;
  /** By tenant, the one whose turn is next first. */
  private readonly lines = new Map<string, Waiting[]>();

  /** @param refusal what those are told who cannot wait: what there is too much of */
  constructor(atOnce: number, maxWaiting: number, refusal: string) {
    this.free = atOnce;
    this.maxWaiting = maxWaiting;
    this.refusal = refusal;
  }

  /** @throws 429 CONCURRENCY_LIMITED */
  async take<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.wait(tenant);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private wait(tenant: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const line = this.lines.get(tenant) ?? [];
      this.lines.set(tenant, line);
      line.push({ begin, refuse });
      this.waiting += 1;
      if (this.waiting > this.maxWaiting) this.shorten();
    });
  }

  private shorten(): void {
    let longest: Waiting[] = [];
    for (const line of this.lines.values()) if (line.length >= longest.length) longest = line;
    this.waiting -= 1;
    longest.pop()?.refuse(
      new ApiError('CONCURRENCY_LIMITED', `${this.refusal} Repeat in a moment.`, {
        retry_after: 1,
      }),
    );
  }

  private next(): void {
    for (const [tenant, line] of this.lines) {
      this.lines.delete(tenant);
      const first = line.shift();
      // Back to the end: the others come first.
      if (line.length > 0) this.lines.set(tenant, line);
      if (!first) continue;
      this.waiting -= 1;
      first.begin();
      return;
    }
    this.free += 1;
  }
}
