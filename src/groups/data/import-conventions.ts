import { ApiError } from '../../ground/errors.ts';
import {
  commonDateReader,
  type DateReader,
  dateReader,
  formatOf,
  type Order,
  orderOf,
} from '../../tools/tables/date-format.ts';
import type { Row } from './import-rows.ts';
import { numeric, type Property } from './import-values.ts';
import { bareAmount } from './money-format.ts';
import { type Decimal, decimalOf } from './number-format.ts';

/** The declared format of numbers and dates of an import; `auto` leaves it to the file. */
export interface SaidConventions {
  decimal?: 'auto' | Decimal | undefined;
  date_format?: string | undefined;
}

/** How numbers and dates are written. */
export interface Conventions {
  decimal: Decimal;
  /** Whether it was given, not detected. */
  isDecimalSaid: boolean;
  /** Of the given format. */
  readDate: DateReader | undefined;
  /** The given format, or that of the first date in whose file day and month are in one order. */
  dateFormat?: string | undefined;
}

/** @throws 400 for a format that is not one */
export function saidConventions({
  decimal = 'auto',
  date_format = 'auto',
}: SaidConventions): Conventions {
  return {
    decimal: decimal === 'auto' ? '.' : decimal,
    isDecimalSaid: decimal !== 'auto',
    ...(date_format !== 'auto' && { dateFormat: date_format }),
    readDate: date_format === 'auto' ? undefined : readerOf(date_format),
  };
}

function readerOf(format: string): DateReader {
  const reader = dateReader(format);
  if (reader) return reader;
  throw ApiError.invalid(
    'date_format',
    'invalid_format',
    'must contain YYYY (or YY), MM (or MMM, MMMM) and DD once each (and HH, mm, ss, or hh with A), such as DD.MM.YYYY or MM/DD/YYYY h:mm A',
  );
}

/**
 * Completes the given settings with those that the texts of a file leave no doubt about, in columns of numbers and of
 * dates.
 * @param delimiter of the file: where a comma separates cells, 1.234 is written with a decimal point
 * @throws 400 for a text that can be read in two ways, when no other settles it
 */
export function foundConventions(
  rows: Row[],
  properties: Property[],
  said: Conventions,
  delimiter: string,
): Conventions {
  const decimal = said.isDecimalSaid
    ? said.decimal
    : settled(textsOf(rows, properties, numeric), bareDecimalOf, {
        ...{ field: 'decimal', code: 'ambiguous_number', readings: ['.', ','] as const },
        otherwise: (text) => (delimiter === ',' && !text.includes(',') ? '.' : undefined),
        question: 'may have a decimal point or a decimal comma. Send decimal "." or ","',
      });
  if (said.readDate) return { ...said, decimal };
  const order = settled(textsOf(rows, properties, dates), orderOf, {
    ...{ field: 'date_format', code: 'ambiguous_date', readings: ['DM', 'MD'] as const },
    otherwise: () => undefined,
    question:
      'may begin with the day or the month. Send date_format, such as DD/MM/YYYY or MM/DD/YYYY',
  });
  const dateFormat = firstFormat(textsOf(rows, properties, dates), order);
  return { ...said, decimal, dateFormat, readDate: commonDateReader(order) };
}

function firstFormat(texts: Iterable<[name: string, text: string]>, order: Order) {
  for (const [, text] of texts) {
    const format = formatOf(text, order);
    if (format !== undefined) return format;
  }
  return undefined;
}

const dates = new Set(['date', 'datetime']);
const bareDecimalOf = (text: string) => decimalOf(bareAmount(text));

interface Question<T extends string> {
  field: string;
  code: string;
  /** The first is the reading of a file in which nothing tells. */
  readings: readonly [T, T];
  otherwise: (text: string) => T | undefined;
  question: string;
}

/** The one reading that the texts leave. */
function settled<T extends string>(
  texts: Iterable<[name: string, text: string]>,
  readingOf: (text: string) => T | 'either' | undefined,
  { field, code, readings, otherwise, question }: Question<T>,
): T {
  const found = new Map<T | 'either', [name: string, text: string]>();
  for (const [name, text] of texts) {
    const reading = readingOf(text);
    if (reading === undefined) continue;
    const sure = reading === 'either' ? (otherwise(text) ?? 'either') : reading;
    if (!found.has(sure)) found.set(sure, [name, text]);
  }
  const [first, second] = readings;
  const contrary = found.has(first) ? found.get(second) : undefined;
  const doubtful =
    contrary ?? (found.has(first) || found.has(second) ? undefined : found.get('either'));
  if (!doubtful) return found.has(second) ? second : first;
  const [name, text] = doubtful;
  const other = contrary && found.get(first);
  throw ApiError.invalid(
    field,
    code,
    other
      ? `must be given: the file has ${shown(other[1])} in ${other[0]} and ${shown(text)} in ${name}`
      : `must be given: ${shown(text)} in ${name} ${question}`,
  );
}

const shown = (text: string) => text.slice(0, 60);

function* textsOf(
  rows: Row[],
  properties: Property[],
  types: ReadonlySet<string>,
): Generator<[string, string]> {
  const names = properties.filter(({ data_type }) => types.has(data_type)).map(({ name }) => name);
  for (const row of rows) {
    for (const name of names) {
      const value = row[name];
      if (typeof value === 'string' && value !== '') yield [name, value];
    }
  }
}
