import { impersonations } from '../../../ground/machine/counters.ts';
import type { Context } from '../../../operations/operation.ts';

/** Counts a session that has begun. */
export function countImpersonation<Data>({ isDryRun }: Context, data: Data): Data {
  if (!isDryRun) impersonations.inc();
  return data;
}
