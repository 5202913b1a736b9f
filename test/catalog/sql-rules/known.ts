import type pg from 'pg';

export type Volatility = 'immutable' | 'stable' | 'volatile';

/** The names of a database that a statement can use. */
export interface Known {
  /** Of a function as it is called: the worst of those that take so many arguments; volatile when there is none. */
  volatility(name: string, args: number): Volatility;
  /** Whether a function answers a record of its OUT parameters. */
  answersRecord(name: string): boolean;
  /** The columns of each table in the schema app, with their types. */
  tables: Map<string, Map<string, string>>;
}

const order: Volatility[] = ['immutable', 'stable', 'volatile'];

export async function readKnown(db: pg.Pool): Promise<Known> {
  const functions = await db.query<{
    name: string;
    least: number;
    most: number;
    volatility: number;
    isRecord: boolean;
  }>(`
    select case pronamespace when 'pg_catalog'::regnamespace then '' else pronamespace::regnamespace || '.' end
        || proname as name,
      pronargs - pronargdefaults as least, case when provariadic > 0 then 100 else pronargs end as most,
      position(provolatile::text in 'isv') - 1 as volatility,
      prorettype = 'record'::regtype and proargmodes is not null and not proretset as "isRecord"
    from pg_proc where prokind <> 'p'`);
  const byName = Map.groupBy(functions.rows, ({ name }) => name);
  const columns = await db.query<{ table: string; column: string; type: string }>(`
    select c.relname as table, a.attname as column, t.typname as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type d on d.oid = a.atttypid
      join pg_type t on t.oid = coalesce(nullif(d.typbasetype, 0), d.oid)
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  return {
    volatility(name, args) {
      const overloads = byName.get(name) ?? [];
      const fitting = overloads.filter(({ least, most }) => least <= args && args <= most);
      // unnest(a, b) is several calls.
      const worst = Math.max(
        ...(fitting.length > 0 ? fitting : overloads).map(({ volatility }) => volatility),
      );
      return order[worst] ?? 'volatile';
    },
    answersRecord: (name) => byName.get(name)?.some(({ isRecord }) => isRecord) ?? false,
    tables: new Map(
      [...Map.groupBy(columns.rows, ({ table }) => table)].map(([table, rows]) => [
        table,
        new Map(rows.map(({ column, type }) => [column, type])),
      ]),
    ),
  };
}
