/** The kind of record that rows of a table are, as lists of the API have them: app.table_kinds. */
export type Kinds = Record<string, string>;

/** The kind of rows that no list of the API has. */
export const otherKind = 'other';

/** Counts of the rows of tables, as counts of the records that lists of the API have. */
export const countsByKind = (rows: Record<string, number>, kinds: Kinds): Record<string, number> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([table, count]) => {
      const kind = kinds[table];
      return kind === undefined ? [] : [[kind, count]];
    }),
  );
