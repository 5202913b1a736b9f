import { ApiError } from '../../ground/errors.ts';
import { maxRows } from '../../tools/tables/limits.ts';

/** A value by property name, without a prototype: a name such as __proto__ is one like any other. */
export type Row = Record<string, unknown>;

/** Why a row cannot be taken; `row` counts the data rows of the file from 1. */
export interface RowError {
  row: number;
  property: string | null;
  code: string;
  message: string;
}

/** The rows read from a file. */
export interface Rows {
  rows: Row[];
  /** For each row its number in the file. */
  numbers: number[];
  /** Rows that could not be read on their own. */
  errors: RowError[];
  /** Whether each value is a text, to be read by the data type of its property. */
  areTexts: boolean;
  /** Of a file that names them in advance. */
  columns?: string[];
  /** Columns that are texts, whatever they look like. */
  texts?: Set<string>;
}

/** Collects the rows of a file, and the bad ones among them, up to 10,000 together. */
export class RowCollector {
  readonly result: Rows;

  constructor(areTexts: boolean) {
    this.result = { rows: [], numbers: [], errors: [], areTexts };
  }

  /** The number of the row that comes next. */
  get next(): number {
    return this.result.numbers.length + this.result.errors.length + 1;
  }

  add(row: Row): void {
    const number = this.take();
    this.result.rows.push(row);
    this.result.numbers.push(number);
  }

  reject(code: string, message: string, property: string | null = null): void {
    this.result.errors.push({ row: this.take(), property, code, message });
  }

  private take(): number {
    if (this.next > maxRows) throw tooManyRows();
    return this.next;
  }
}

export const tooManyRows = () =>
  ApiError.invalid(
    'rows',
    'too_many',
    `must not be more than ${maxRows.toLocaleString('en')}. Send the rest in further imports`,
  );

/** A row as it is sent on: an object, with its names as they are. @returns undefined for anything else */
export function asRow(value: unknown): Row | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.assign(Object.create(null), value);
}
