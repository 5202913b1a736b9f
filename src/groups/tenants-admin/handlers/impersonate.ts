import { impersonations } from '../../../ground/machine/counters.ts';
import type { Context } from '../../../operations/operation.ts';

/** Counts a session that has begun. */
export function countImpersonation<Data>(_context: Context, data: Data): Data {
  impersonations.inc();
  return data;
}
