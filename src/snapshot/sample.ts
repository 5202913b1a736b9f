import type pg from 'pg';

const sampleSize = 1_000;

interface Link {
  name: string;
  objects: string[];
  parents: { name: string; columns: string[]; keys: string[] }[];
}

/**
 * By table, which rows a sample has, as a condition over a row `t`: rows of the newest objects of each type and of those that
 * they refer to, with what hangs on them. A table without a condition has all of its rows.
 * @param names the tables, each after those that it refers to
 */
export async function sampleOf(
  client: pg.Client,
  tenant: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows: sampled } = await client.query<{ ids: string[] }>(
    'select worker.snapshot_sample($1, $2) as ids',
    [tenant, sampleSize],
  );
  const ids = client.escapeLiteral(`{${sampled[0]?.ids ?? []}}`);
  const { rows } = await client.query<Link>('select * from worker.snapshot_links()');
  const links = new Map(rows.map((link) => [link.name, link]));
  const made = new Map<string, (row: string) => string>();
  for (const name of names) {
    const { objects = [], parents = [] } = links.get(name) ?? {};
    const conditions = objects.map(
      (column) => (row: string) =>
        `(${row}.${column} is null or ${row}.${column}::text = any (${ids}::text[]))`,
    );
    for (const { name: parent, columns, keys } of parents) {
      const of = made.get(parent);
      if (!of) continue;
      conditions.push((row) => {
        const other = `${row}p`;
        const own = columns.filter((column) => column !== 'tenant_id');
        const match = columns.map((column, n) => `${other}.${keys[n]} = ${row}.${column}`);
        const none = own.map((column) => `${row}.${column} is null`).join(' or ');
        return `(${none} or exists (select 1 from app.${parent} ${other} where ${match.join(' and ')} and ${of(other)}))`;
      });
    }
    if (conditions.length > 0)
      made.set(name, (row) => conditions.map((condition) => condition(row)).join(' and '));
  }
  return new Map([...made].map(([name, condition]) => [name, condition('t')]));
}
