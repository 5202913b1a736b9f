import type pg from 'pg';

/** One transaction, on one connection of a pool: committed when `work` ends, undone when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const made = await work(client);
    await client.query('commit');
    isBroken = false;
    return made;
  } catch (error) {
    await client.query('rollback').then(
      () => {
        isBroken = false;
      },
      () => {},
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}
