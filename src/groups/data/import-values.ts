import { setImmediate as nextRound } from 'node:timers/promises';
import { parseJsonText } from '../../http/json-body.ts';
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

/** What is not a number stays a string, which the database then refuses in its own words. */
function readNumber(text: string): unknown {
  const trimmed = text.trim();
  const value = Number(trimmed);
  const isKept = Number.isSafeInteger(value) || !Number.isInteger(value) || /[.e]/i.test(trimmed);
  return number.test(trimmed) && Number.isFinite(value) && isKept ? value : text;
}

const readBoolean: Reader = (text) => truths[text.trim().toLowerCase()] ?? text;

function readJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
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
  onFault: (index: number, name: string, message: string) => void,
): Promise<void> {
  for (const [name, read] of readersOf(rows, properties, areTexts, readDate)) {
    await nextRound();
    for (const [index, row] of rows.entries()) {
      const text = row[name];
      if (typeof text !== 'string') continue;
      const value = read(text);
      if (value === missing) delete row[name];
      else if (value === broken) onFault(index, name, 'must be valid JSON');
      else row[name] = value;
    }
  }
}

const missing = Symbol('missing');
const broken = Symbol('broken');

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
      } catch {
        return broken;
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
