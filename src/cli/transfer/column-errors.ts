/** Errors of one kind in a column; see the API's `errors_by_column`. */
export interface ColumnError {
  column: string;
  code: string;
  count: number;
  /** The first three. */
  rows: number[];
  message: string;
}

/** A bad row of an import. */
export interface RowError {
  row: number;
  property: string | null;
  code: string;
  message: string;
}

const shownRows = 3;

/** The errors of all parts of a file, by column. */
export class ColumnErrors {
  private readonly found = new Map<string, ColumnError>();

  /** @param before how many rows of the file came before those of this import */
  add(errors: ColumnError[], before: number): void {
    for (const error of errors) {
      const key = JSON.stringify([error.column, error.code]);
      const known = this.found.get(key);
      const rows = error.rows.map((row) => before + row);
      if (known) {
        known.count += error.count;
        known.rows = [...known.rows, ...rows].slice(0, shownRows);
      } else this.found.set(key, { ...error, rows });
    }
  }

  /** Of an import that was refused, which lists its bad rows. */
  addRows(errors: RowError[], before: number): void {
    for (const { row, property, code, message } of errors)
      this.add([{ column: property ?? '', code, count: 1, rows: [row], message }], before);
  }

  /** A line for each column and kind of error. */
  lines(): string[] {
    return [...this.found.values()].map(({ column, count, rows, message }) => {
      const more = count > rows.length ? ' …' : '';
      return `${column || 'whole rows'}: ${count} bad (row ${rows.join(', ')}${more}): ${message}`;
    });
  }
}
