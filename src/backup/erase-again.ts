import type pg from 'pg';
import type { Erased, ErasedUser } from './erasures.ts';

/**
 * Erases once more what came back with an earlier moment: tenants, and users with their values in the journal, in versions and
 * in logs.
 * @param client as the owner of the tables, before anything else reaches them
 * @returns how many of them were there
 */
export async function eraseAgain(
  client: pg.Client,
  erased: readonly Erased[],
): Promise<{ tenants: number; users: number }> {
  const count = { tenants: 0, users: 0 };
  const isTrue = async (call: string, values: string[]) => {
    const { rows } = await client.query<{ answer: boolean }>(
      `select worker.${call} as answer`,
      values,
    );
    return rows[0]?.answer === true;
  };
  for (const one of erased)
    if ('journal_until' in one) {
      const { tenant_id, at, journal_until } = one;
      if (await isTrue('tenant_erase_again($1, $2, $3)', [tenant_id, at, journal_until]))
        count.tenants += 1;
    }
  // Those of a tenant that is gone now are gone with it.
  for (const { tenant_id, user_id, at } of erased.filter(
    (one): one is ErasedUser => 'user_id' in one,
  ))
    if (await isTrue('user_erase_again($1, $2, $3)', [tenant_id, user_id, at])) {
      count.users += 1;
      for (const name of ['user_erase', 'user_blank'])
        while (!(await isTrue(`${name}($1, $2)`, [tenant_id, user_id])));
    }
  return count;
}
