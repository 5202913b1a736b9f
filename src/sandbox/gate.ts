import { ApiError } from '../http/errors.ts';

export interface GateOptions {
  /** Of all tenants. */
  atOnce: number;
  /** Beside these, for tenants that have none inside: one each. */
  reserve: number;
  /** Half of `atOnce` or less, so that none fills it alone. */
  perTenant: number;
  /** How long one waits before it is told to come back, in milliseconds. */
  patienceMs: number;
  /** How many of a tenant wait behind those that are inside. */
  maxWaiting: number;
}

interface Waiting {
  begin(): void;
}

/**
 * Lets so many in at a time, and so many of each tenant. The rest waits, and tenants take turns; the first of a tenant
 * finds a place that is kept free for it. Who would wait behind others of the same tenant, or has waited too long, is
 * told to come back.
 */
export class Gate {
  private readonly options: GateOptions;
  private readonly inside = new Map<string, number>();
  /** By tenant, the one whose turn is next first. */
  private readonly lines = new Map<string, Waiting[]>();
  private total = 0;

  constructor(options: GateOptions) {
    this.options = options;
  }

  /** @returns leaves again; @throws 429 CONCURRENCY_LIMITED */
  async enter(tenant: string): Promise<() => void> {
    const line = this.lines.get(tenant) ?? [];
    const { perTenant, maxWaiting } = this.options;
    if (this.insideOf(tenant) + line.length >= perTenant + maxWaiting) throw this.tooMany();
    if (line.length === 0 && this.hasRoom(tenant)) this.admit(tenant);
    else await this.wait(tenant, line);
    return () => this.leave(tenant);
  }

  private insideOf = (tenant: string): number => this.inside.get(tenant) ?? 0;

  private hasRoom(tenant: string): boolean {
    const { atOnce, reserve, perTenant } = this.options;
    const own = this.insideOf(tenant);
    if (own >= perTenant) return false;
    return this.total < (own === 0 ? atOnce + reserve : atOnce);
  }

  private admit(tenant: string): void {
    this.total += 1;
    this.inside.set(tenant, this.insideOf(tenant) + 1);
  }

  private wait(tenant: string, line: Waiting[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { patienceMs } = this.options;
    const waiting: Waiting = { begin: resolve };
    this.lines.set(tenant, line);
    line.push(waiting);
    if (patienceMs < Number.POSITIVE_INFINITY) {
      const timer = setTimeout(() => {
        this.forget(tenant, waiting);
        reject(this.tooMany());
      }, patienceMs);
      waiting.begin = () => {
        clearTimeout(timer);
        resolve();
      };
    }
    return promise;
  }

  private forget(tenant: string, waiting: Waiting): void {
    const line = this.lines.get(tenant) ?? [];
    line.splice(line.indexOf(waiting), 1);
    if (line.length === 0) this.lines.delete(tenant);
  }

  private leave(tenant: string): void {
    this.total -= 1;
    const left = this.insideOf(tenant) - 1;
    if (left > 0) this.inside.set(tenant, left);
    else this.inside.delete(tenant);
    // A place that one tenant may not take, another may.
    for (const [next, line] of [...this.lines]) {
      const first = line[0];
      if (!first || !this.hasRoom(next)) continue;
      this.forget(next, first);
      // Back to the end: the others come first.
      if (line.length > 0) {
        this.lines.delete(next);
        this.lines.set(next, line);
      }
      this.admit(next);
      first.begin();
    }
  }

  private tooMany(): ApiError {
    return new ApiError(
      'CONCURRENCY_LIMITED',
      `Too many functions are running: up to ${this.options.perTenant} of a tenant at a time. Repeat in a moment, or call with "async": true.`,
      { retry_after: 1 },
    );
  }
}
