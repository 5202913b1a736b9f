import { LRUCache } from 'lru-cache';

/** From here on a read is slow: its processor time, not its number, is what others would wait for. */
const slowMs = 50;
/** How much the latest one counts. */
const weight = 0.2;
/** Another tenant that was here so long ago is still about. */
const aboutMs = 1_000;

/** Remembers how long the reads of each tenant take, by operation and object type, and whether several tenants are about. */
export class Pace {
  private readonly known = new LRUCache<string, number>({ max: 20_000 });
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

  /** Whether such a read has been seen to be quick; what has not been seen is not. */
  isQuick(key: string): boolean {
    return (this.known.get(key) ?? slowMs) < slowMs;
  }

  note(key: string, ms: number): void {
    const before = this.known.get(key) ?? ms;
    this.known.set(key, before + weight * (ms - before));
  }
}
