import type pg from 'pg';
import { retryClashes } from '../roles.ts';

/** A function that names its tenant first, and so can run whole on the tenant's node. */
export interface FunctionTask {
  signature: string;
  /** The parameter that names the tenant. */
  argument: string;
  isDone: boolean;
  /** Whether it also travels from inside of a transaction. */
  isForced: boolean;
}

/** Those that are called inside of a transaction, one after the other: they travel there as well. */
const inTransactions = ['worker.export_open', 'worker.export_part'];

const functionsSql = `
  select p.oid::regprocedure::text as signature, (p.proargnames)[1] as argument, d.isdone as "isDone",
    p.pronamespace::regnamespace || '.' || p.proname = any ($1) as "isForced"
  from pg_proc p
  cross join lateral (
    select exists (
      select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid
        and o.distribution_argument_index is not null) as isdone) d
  where p.pronamespace = any (array[to_regnamespace('gateway'), to_regnamespace('worker')])
    and (p.proargnames)[1] in ('tenant', 'p_tenant') and p.proretset = false
    and p.proname <> 'as_tenant'
  order by 1`;

/** The functions that the API and the worker call for one tenant. */
export async function functionTasks(client: pg.ClientBase): Promise<FunctionTask[]> {
  const { rows } = await client.query<FunctionTask>(functionsSql, [inTransactions]);
  return rows;
}

/** Those that do not travel yet. */
export const toDelegate = async (client: pg.ClientBase): Promise<FunctionTask[]> =>
  (await functionTasks(client)).filter(({ isDone }) => !isDone);

/**
 * Has calls travel whole to the node of their tenant; what a file has dropped and made again is told again.
 * @param client as insula_owner
 */
export async function delegateFunctions(client: pg.ClientBase): Promise<void> {
  for (const { signature, argument, isForced } of await toDelegate(client))
    await retryClashes(() =>
      client.query(
        `select create_distributed_function($1::text::regprocedure, $2, colocate_with => 'app.tenants', force_delegation => $3)`,
        [signature, argument, isForced],
      ),
    );
}
