import type pg from 'pg';
import type { Rider } from '../company.ts';

/** So long a write waits where its tenant is being moved, in milliseconds: also `lock_timeout` in migrations/roles.sql. */
export const patienceMs = 2_000;
/** So long it waits before it makes room for others. */
export const firstTryMs = 50;
/** So long where others of its tenant wait already, and where its patience has ended. */
export const shortTryMs = 5;

/**
 * A call of gateway.call as a cluster has it.
 * @param lockMs how long it waits for any lock, at most, in milliseconds
 * @param isStraight it is sent to its node, not through the coordinator
 */
export function within({ values }: Rider, lockMs: number, isStraight: boolean): pg.QueryConfig {
  const door = isStraight ? 'call_within' : 'call_caught';
  return {
    name: door,
    text: `select gateway.${door}($1, $2, $3, $4, $5) as body`,
    values: [...values, Math.round(lockMs)],
  };
}
