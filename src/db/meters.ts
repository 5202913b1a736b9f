/** The amounts to add to the meters of a tenant and an hour, as auth.meters_add reads it. */
export interface CountedHour {
  tenant_id: string;
  /** When the hour began, in UTC. */
  since: string;
  total: number;
  counts: Record<string, number>;
  statuses: Record<string, number>;
  durations: Record<string, number>;
  latencies: number[];
}

/** Where a tenant stands with its calls of a month, as auth.meters_add answers it. */
export interface Standing {
  tenant_id: string;
  used: number;
  max: number;
  plan: string;
}
