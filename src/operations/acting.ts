import type pg from 'pg';
import { askAgain } from '../db/ask.ts';
import type { Step } from './transaction.ts';

/** Does steps in the worker as a principal, each in a transaction of its own: worker.act. @returns their data */
export const actingAs =
  (pool: pg.Pool, tenant: string, principal: object) =>
  async (step: Step): Promise<unknown> => {
    const { data } = await askAgain<{ data: unknown }>(
      pool,
      'select worker.act($1, $2, $3) as answer',
      [tenant, principal, step],
    );
    return data;
  };
