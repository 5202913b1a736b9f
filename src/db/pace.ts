import { LRUCache } from 'lru-cache';

/** From here on a read is slow: its processor time, not its number, is what others would wait for. */
const slowMs = 10;
/** Up to here a call travels with others, which it delays. */
const rideMs = 20;
/** How much the latest one counts. */
const weight = 0.2;
/** Another tenant that was here so long ago is still about. */
const aboutMs = 1_000;

/** Which calls are alike: those of a tenant with one object type and shape, and of all tenants, those of one operation. */
export interface Kindred {
  own: string;
  operation: string;
}

/** Remembers how long calls take, and whether several tenants are about. */
export class Pace {
  /** How long they take, in milliseconds: the later calls count more. */
  private readonly known = new LRUCache<string, { ms: number }>({ max: 50_000 });
  private latest = '';
  private changedAt = Number.NEGATIVE_INFINITY;

  /** A call of this tenant has come. */
  meet(tenant: string): void {
    if (tenant === this.latest) return;
    this.latest = tenant;
    this.changedAt = performance.now();
  }

  /** Whether more than one tenant has called within the last second. */
  get areSeveral(): boolean {
    return performance.now() - this.changedAt < aboutMs;
  }

  /** Whether such reads have been seen to be quick, here or elsewhere; unknown ones are not. */
  isQuick({ own, operation }: Kindred): boolean {
    return (this.of(own) ?? this.of(operation) ?? slowMs) < slowMs;
  }

  /**
   * Whether such calls may share a statement with others.
   * @param isUncertain one may be quick where another is slow: only what was seen here itself counts
   */
  mayRide({ own, operation }: Kindred, isUncertain: boolean): boolean {
    const known = this.of(own) ?? (isUncertain ? undefined : this.of(operation));
    return known !== undefined && known < rideMs;
  }

  note({ own, operation }: Kindred, ms: number): void {
    this.count(own, ms);
    this.count(operation, ms);
  }

  private of(key: string): number | undefined {
    return this.known.get(key)?.ms;
  }

  private count(key: string, ms: number): void {
    const known = this.known.get(key);
    if (known) known.ms += weight * (ms - known.ms);
    else this.known.set(key, { ms });
  }
}
