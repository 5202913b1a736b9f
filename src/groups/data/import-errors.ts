import { ApiError } from '../../ground/errors.ts';
import { maxErrors } from '../../tools/tables/limits.ts';
import type { RowError } from './import-rows.ts';

/** How many errors of one kind a property has. */
export interface ErrorCount {
  property: string | null;
  code: string;
  count: number;
  /** The first three. */
  rows: number[];
  /** Of the first. */
  message: string;
}

const shownRows = 3;
const shownCounts = 10;

/** Counts the errors of an import, and keeps as many of each kind as an answer shows: there may be millions. */
export class ErrorTally {
  private readonly kinds = new Map<string, ErrorCount & { errors: RowError[] }>();

  /** Those of one kind come in the order of their rows. */
  add(error: RowError): void {
    const { row, property, code, message } = error;
    const key = `${code} ${property ?? ''}`;
    const known = this.kinds.get(key);
    if (!known) {
      this.kinds.set(key, { property, code, count: 1, rows: [row], message, errors: [error] });
      return;
    }
    known.count++;
    if (known.rows.length < shownRows) known.rows.push(row);
    if (known.errors.length < maxErrors) known.errors.push(error);
  }

  /** The first of all. */
  get errors(): RowError[] {
    return [...this.kinds.values()]
      .flatMap(({ errors }) => errors)
      .sort((a, b) => a.row - b.row)
      .slice(0, maxErrors);
  }

  get counts(): ErrorCount[] {
    return [...this.kinds.values()].map(({ errors, ...count }) => count);
  }

  /** 400 with the first bad rows, for an import that takes all or none; nothing where there are none. */
  refuse(): void {
    const { errors } = this;
    const [first] = errors;
    if (!first) return;
    const { row, property, message } = first;
    const more = errors.length > 1 ? ` Errors so far: ${this.summary}.` : '';
    throw new ApiError(
      'VALIDATION_ERROR',
      `Row ${row}${property === null ? '' : ` ${property}`}: ${message.replace(/[^.?]$/, '$&.')} Nothing was imported. Correct the row, or send on_error skip to import the valid rows only.${more}`,
      { details: errors, param: 'rows' },
    );
  }

  private get summary(): string {
    return this.counts
      .slice(0, shownCounts)
      .map(
        ({ count, property, rows }) =>
          `${count} in ${property ?? 'whole rows'} (row${rows.length > 1 ? 's' : ''} ${rows.join(', ')})`,
      )
      .join('; ');
  }
}
