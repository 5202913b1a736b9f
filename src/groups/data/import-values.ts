import { setImmediate as nextRound } from 'node:timers/promises';
import { ApiError } from '../../errors.ts';
import { parseJsonText } from '../../http/json-body.ts';
import { faultOfNumber } from '../../http/json-values.ts';
import type { DateReader } from './date-format.ts';
import type { Row } from './import-rows.ts';

/** A property of the object type, as far as reading a value needs it. */
export interface Property {
  name: string;
  data_type: string;
}

type Reader = (text: string) => unknown;

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const truths: Record<string, boolean> = {
  ...{ true: true, yes: true, 1: true },
  ...{ false: false, no: false, 0: false },
};

/**
 * What is not a number stays a string, which the database then refuses in its own words.
 * @throws ApiError for a number that would lose digits
 */
function readNumber(text: string): unknown {
  const trimmed = text.trim();
  if (!number.test(trimmed)) return text;
  const fault = faultOfNumber(trimmed);
  if (fault?.code === 'inexact') throw ApiError.invalid('body', fault.code, fault.message);
  return fault ? text : Number(trimmed);
}

const readBoolean: Reader = (text) => truths[text.trim().toLowerCase()] ?? text;

/** @throws ApiError for JSON that cannot be kept; what is not JSON stays a string, which no array is */
function readJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'VALIDATION_ERROR') throw error;
    return text;
  }
}

const asIs: Reader = (text) => text;
const readers: Record<string, Reader> = {
  ...{ number: readNumber, integer: readNumber, float: readNumber, percent: readNumber },
  ...{ rating: readNumber, boolean: readBoolean, array: readJson, object: readJson },
  currency: (text) => (text.trim().startsWith('{') ? readJson(text) : readNumber(text)),
  // A string that is not valid JSON would be kept as a string, and a broken array with it.
  json: (text) => parseJsonText(text),
};
/** The data types of which an empty text is a value. */
const mayBeEmpty = new Set(['string', 'text', 'richtext', undefined]);

/**
 * Gives the texts of a CSV file the types of their properties, in place; in any file, dates become ISO dates. An empty
 * text is a value of a text property, and missing for every other. Column by column, so that other requests get their turn.
 * @param onFault hears of a text that cannot be kept as it is for the database to refuse
 */
export async function readValues(
  rows: Row[],
  properties: Property[],
  areTexts: boolean,
  readDate: DateReader | undefined,
  onFault: (index: number, name: string, fault: ValueFault) => void,
): Promise<void> {
  for (const [name, read] of readersOf(rows, properties, areTexts, readDate)) {
    await nextRound();
    for (const [index, row] of rows.entries()) {
      const text = row[name];
      if (typeof text !== 'string') continue;
      const value = read(text);
      if (value === missing) delete row[name];
      else if (value instanceof ValueFault) onFault(index, name, value);
      else row[name] = value;
    }
  }
}

const missing = Symbol('missing');

/** Why a text of a file cannot be a value. */
export class ValueFault {
  readonly code: string;
  readonly message: string;

  constructor(error: unknown) {
    const { details } = error instanceof ApiError ? error.extras : {};
    const [found] = (details ?? []) as Array<Record<'path' | 'code' | 'message', string>>;
    this.code = found?.code ?? 'invalid_json';
    const place = !found || found.path === 'body' ? '' : `at ${found.path} it `;
    this.message = found ? place + found.message : 'must be valid JSON';
  }
}

function readersOf(
  rows: Row[],
  properties: Property[],
  areTexts: boolean,
  readDate: DateReader | undefined,
): Map<string, Reader> {
  const types = new Map(properties.map(({ name, data_type }) => [name, data_type]));
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const found = new Map<string, Reader>();
  for (const name of names) {
    const type = types.get(name);
    const date = readDate && (type === 'date' || type === 'datetime') ? readDate : undefined;
    if (!areTexts && !date) continue;
    const read: Reader = date
      ? (text) => dateOf(date, type as string, text)
      : (readers[type ?? ''] ?? asIs);
    found.set(name, (text) => {
      if (areTexts && text === '' && !mayBeEmpty.has(type)) return missing;
      try {
        return read(text);
      } catch (error) {
        return new ValueFault(error);
      }
    });
  }
  return found;
}

/** A day is midnight in UTC to a datetime, and a moment its day to a date. */
function dateOf(read: DateReader, type: string, text: string): string {
  const iso = read(text);
  if (iso === undefined) return text;
  if (type === 'date') return iso.slice(0, 10);
  return iso.length === 10 ? `${iso}T00:00:00Z` : iso;
}
