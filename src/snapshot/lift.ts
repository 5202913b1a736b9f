import type { SnapshotTable } from './format.ts';

/**
 * The names that one migration changed. A snapshot keeps the names of the schema that it was written from; a table or column
 * that is newer is not in it, and gets its default. A migration that takes one away, or changes what a value means, brings
 * a function for rows here.
 */
export interface Lift {
  /** Its number: snapshots of a lower `schema_version` have the old names. */
  migration: string;
  /** Old to new. */
  tables?: Record<string, string>;
  /** By the new name of their table, old to new. */
  columns?: Record<string, Record<string, string>>;
}

/** In the order of migrations, since the release that wrote the first snapshots, 1.1.0. */
export const lifts: Lift[] = [];

const liftTable = (table: SnapshotTable, { tables = {}, columns = {} }: Lift): SnapshotTable => {
  const name = Object.hasOwn(tables, table.name) ? (tables[table.name] as string) : table.name;
  const renamed = Object.hasOwn(columns, name) ? (columns[name] as Record<string, string>) : {};
  const now = (column: string): string =>
    Object.hasOwn(renamed, column) ? (renamed[column] as string) : column;
  return { name, columns: table.columns.map(now), key: table.key.map(now) };
};

/** The tables by their present names, in the same order. */
export const lift = (tables: SnapshotTable[], schema: string, all = lifts): SnapshotTable[] =>
  all
    .filter(({ migration }) => schema < migration)
    .reduce((lifted, one) => lifted.map((table) => liftTable(table, one)), tables);

/** The present name of a column of a table, by its old one. */
export const liftColumn = (
  { name }: SnapshotTable,
  column: string,
  schema: string,
  all = lifts,
): string => lift([{ name, columns: [column], key: [] }], schema, all)[0]?.columns[0] as string;
