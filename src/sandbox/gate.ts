import { ApiError } from '../http/errors.ts';

/** Lets so many in at a time, and so many of each tenant: who comes later is told to come back. */
export class Gate {
  private readonly atOnce: number;
  private readonly perTenant: number;
  private readonly inside = new Map<string, number>();
  private total = 0;

  constructor(atOnce: number, perTenant: number) {
    this.atOnce = atOnce;
    this.perTenant = perTenant;
  }

  /** @returns leaves again; @throws 429 CONCURRENCY_LIMITED */
  enter(tenant: string): () => void {
    const ofTenant = this.inside.get(tenant) ?? 0;
    if (this.total >= this.atOnce || ofTenant >= this.perTenant)
      throw new ApiError(
        'CONCURRENCY_LIMITED',
        `Too many functions are running: up to ${this.perTenant} of a tenant at a time. Repeat in a moment, or call with "async": true.`,
        { retry_after: 1 },
      );
    this.total += 1;
    this.inside.set(tenant, ofTenant + 1);
    return () => {
      this.total -= 1;
      const left = (this.inside.get(tenant) ?? 1) - 1;
      if (left > 0) this.inside.set(tenant, left);
      else this.inside.delete(tenant);
    };
  }
}
