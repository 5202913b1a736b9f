import type { CountedHour } from '../../db/meters.ts';
import { addLatency } from './latency.ts';

/** A call that was answered. */
export interface AnsweredCall {
  tenant: string;
  operation: string;
  status: number;
  ms: number;
}

const hourMs = 3_600_000;

/** Calls of many tenants by hour, as sums: as large as there are tenants, operations and hours, however many calls. */
export class Counted {
  private readonly hours = new Map<string, CountedHour>();
  private readonly most: number;

  /** @param most so many tenants and hours are kept apart */
  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.hours.size;
  }

  /** @returns false when there is no room for another tenant or hour, and the call was not counted */
  add({ tenant, operation, status, ms }: AnsweredCall, now = Date.now()): boolean {
    const begun = now - (now % hourMs);
    const key = `${begun} ${tenant}`;
    let hour = this.hours.get(key);
    if (!hour) {
      if (this.hours.size >= this.most) return false;
      hour = emptyHour(tenant, begun);
      this.hours.set(key, hour);
    }
    hour.total += 1;
    hour.counts[operation] = (hour.counts[operation] ?? 0) + 1;
    hour.statuses[status] = (hour.statuses[status] ?? 0) + 1;
    hour.durations[operation] = (hour.durations[operation] ?? 0) + ms;
    addLatency(hour.latencies, ms);
    return true;
  }

  /** Takes up to so many hours out. */
  take(most: number): CountedHour[] {
    const taken: CountedHour[] = [];
    for (const [key, hour] of this.hours) {
      if (taken.length === most) break;
      this.hours.delete(key);
      for (const name of Object.keys(hour.durations))
        hour.durations[name] = Math.round(hour.durations[name] as number);
      taken.push(hour);
    }
    return taken;
  }

  /** The amount counted for a tenant and not yet taken out. */
  of(tenant: string, now = Date.now()): number {
    return this.hours.get(`${now - (now % hourMs)} ${tenant}`)?.total ?? 0;
  }
}

const emptyHour = (tenant: string, begun: number): CountedHour => ({
  tenant_id: tenant,
  since: new Date(begun).toISOString().slice(0, 19),
  total: 0,
  counts: {},
  statuses: {},
  durations: {},
  latencies: [],
});
