import { setImmediate as nextRound } from 'node:timers/promises';
import { ApiError } from '../../ground/errors.ts';
import { parseJsonText } from '../../ground/shapes/json-body.ts';
import { type DateReader, timeOf } from '../../tools/tables/date-format.ts';
import type { Conventions } from './import-conventions.ts';
import type { Row } from './import-rows.ts';
import { barePercent, readMoney } from './money-format.ts';
import { type Decimal, isKept, plainNumber } from './number-format.ts';

/** A property of the object type, as far as reading a value needs it. */
export interface Property {
  name: string;
  data_type: string;
  is_required?: boolean;
}

/** How the texts of a file are read. */
export interface Reading extends Conventions {
  /** Of amounts that name none. */
  currency?: string | undefined;
}

/** Why a text is not kept, though it could be read. */
class Fault {
  readonly code: string;
  readonly message: string;
  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

type Reader = (text: string) => unknown;

/** The data types whose texts are numbers. */
export const numeric: ReadonlySet<string> = new Set([
  ...['number', 'integer', 'float', 'percent', 'rating', 'currency'],
]);

const truths: Record<string, boolean> = {
  ...{ true: true, yes: true, 1: true, ja: true, oui: true, x: true },
  ...{ false: false, no: false, 0: false, nein: false, non: false },
};

const readBoolean: Reader = (text) => truths[text.trim().toLowerCase()] ?? text;

/** Text that is not JSON stays a text, which no array is. */
function readJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    return error instanceof ApiError && error.code === 'VALIDATION_ERROR' ? faultOf(error) : text;
  }
}

/** A string that is not valid JSON would be kept as a string, and a broken array with it. */
function readAnyJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): Fault {
  const { details } = error instanceof ApiError ? error.extras : {};
  const [found] = (details ?? []) as Array<Record<'path' | 'code' | 'message', string>>;
  if (!found) return new Fault('invalid_json', 'must be valid JSON');
  const place = found.path === 'body' ? '' : `at ${found.path} it `;
  return new Fault(found.code, place + found.message);
}

const asIs: Reader = (text) => text;

/** A text that is not a number stays one, which the database then refuses in its own words. */
function numberReader(type: string, { decimal, isDecimalSaid }: Reading): Reader {
  return (given) => {
    const text = type === 'percent' ? barePercent(given) : given;
    const number = plainNumber(text, decimal);
    if (number !== undefined && isKept(number)) return Number(number);
    if (number !== undefined)
      return type === 'integer' || type === 'rating' ? given : tooLong(type);
    const isOther = isDecimalSaid && plainNumber(text, otherOf(decimal)) !== undefined;
    return isOther ? otherDecimal(type, decimal) : given;
  };
}

function moneyReader({ decimal, isDecimalSaid, currency }: Reading): Reader {
  return (text) => {
    if (text.trim().startsWith('{')) return readJson(text);
    const money = readMoney(text, decimal, currency);
    if (money?.currency !== undefined) return money;
    if (money) return isKept(money.amount) ? Number(money.amount) : tooLong('currency');
    if (/[$¥]/.test(text) && readMoney(text, decimal, 'XXX'))
      return new Fault(
        'invalid_currency',
        'has a sign that several currencies have. Send default_currency',
      );
    const isOther = isDecimalSaid && readMoney(text, otherOf(decimal), 'XXX') !== undefined;
    return isOther ? otherDecimal('currency', decimal) : text;
  };
}

const otherOf = (decimal: Decimal): Decimal => (decimal === '.' ? ',' : '.');
const otherDecimal = (type: string, decimal: Decimal) =>
  new Fault(
    `invalid_${type}`,
    `must be a number with the decimal separator "${decimal}". If the file uses "${otherOf(decimal)}", send it as decimal`,
  );
const tooLong = (type: string) =>
  new Fault(
    'inexact',
    type === 'currency'
      ? 'has more digits than a number can hold. Send default_currency, so that the amount is kept as a text'
      : 'has more digits than a number can hold. Make the property a string to keep them all',
  );

function readerFor(type: string | undefined, reading: Reading): Reader {
  switch (type) {
    case 'currency':
      return moneyReader(reading);
    case 'boolean':
      return readBoolean;
    case 'array':
    case 'object':
      return readJson;
    case 'json':
      return readAnyJson;
    case 'time':
      return timeOf;
    default:
      return type !== undefined && numeric.has(type) ? numberReader(type, reading) : asIs;
  }
}

/** The data types of which an empty text is a value. */
const mayBeEmpty = new Set(['string', 'text', 'richtext', undefined]);

/** Hears of a text that cannot be kept, and is not for the database to refuse. */
export type OnFault = (index: number, name: string, code: string, message: string) => void;

/**
 * Gives the texts of a CSV file the types of their properties, in place; in any file, dates become ISO dates. An empty
 * text is a value of a text property, and missing for every other. Column by column, so that other requests get their turn.
 */
export async function readValues(
  rows: Row[],
  properties: Property[],
  areTexts: boolean,
  reading: Reading,
  onFault: OnFault,
): Promise<void> {
  for (const [name, read] of readersOf(rows, properties, areTexts, reading)) {
    await nextRound();
    for (const [index, row] of rows.entries()) {
      const text = row[name];
      if (typeof text !== 'string') continue;
      const value = read(text);
      if (value === missing) delete row[name];
      else if (value instanceof Fault) onFault(index, name, value.code, value.message);
      else row[name] = value;
    }
  }
}

const missing = Symbol('missing');

function readersOf(
  rows: Row[],
  properties: Property[],
  areTexts: boolean,
  reading: Reading,
): Map<string, Reader> {
  const types = new Map(properties.map(({ name, data_type }) => [name, data_type]));
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const found = new Map<string, Reader>();
  for (const name of names) {
    const type = types.get(name);
    const date = type === 'date' || type === 'datetime' ? reading.readDate : undefined;
    if (!areTexts && !date) continue;
    const read: Reader = date
      ? (text) => dateOf(date, type as string, text)
      : readerFor(type, reading);
    found.set(name, (text) =>
      areTexts && text === '' && !mayBeEmpty.has(type) ? missing : read(text),
    );
  }
  return found;
}

/** A day is midnight in UTC to a datetime, and a moment its day to a date. */
function dateOf(read: DateReader, type: string, text: string): unknown {
  const iso = read(text);
  if (iso === undefined) {
    return /^\d{4}-\d\d-\d\d/.test(text)
      ? text
      : new Fault(`invalid_${type}`, `must be a date such as 2026-11-20, or match date_format`);
  }
  if (type === 'date') return iso.slice(0, 10);
  return iso.length === 10 ? `${iso}T00:00:00Z` : iso;
}
