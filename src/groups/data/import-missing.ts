import { ApiError } from '../../ground/errors.ts';
import { isDate, isMoment } from '../../tools/tables/date-format.ts';
import type { Conventions } from './import-conventions.ts';
import type { Row, Rows } from './import-rows.ts';
import type { Property } from './import-values.ts';
import { isKept, plainNumber } from './number-format.ts';

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;
const longText = 255;

/**
 * The properties that an import needs and the type does not have, with the data type that fits every value and loses
 * nothing of it.
 * @throws 400 for a name that no property can have
 */
export function missingProperties(
  rows: Row[],
  properties: Property[],
  { areTexts, texts }: Pick<Rows, 'areTexts' | 'texts'>,
  conventions: Conventions,
): Property[] {
  const known = new Map(properties.map(({ name }) => [name.toLowerCase(), name]));
  const valuesOf = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (known.get(name.toLowerCase()) === name || value === null) continue;
      const values = valuesOf.get(name);
      if (values) values.push(value);
      else valuesOf.set(name, [value]);
    }
  }
  return [...valuesOf].map(([name, values]) => {
    const other = known.get(name.toLowerCase());
    if (!namePattern.test(name) || other !== undefined) throw badName(name, other);
    known.set(name.toLowerCase(), name);
    const kind = areTexts
      ? kindOfTexts(values as string[], conventions, texts?.has(name))
      : kindOfValues(values, conventions);
    return { name, data_type: kind };
  });
}

function kindOfTexts(texts: string[], conventions: Conventions, isText = false): string {
  const every = (test: (text: string) => boolean) => !isText && texts.every(test);
  if (every((text) => /^(true|false)$/i.test(text))) return 'boolean';
  const isNumber = (text: string) => isSameNumber(text, conventions);
  if (every(isNumber)) return texts.every((text) => /^-?\d+$/.test(text)) ? 'integer' : 'number';
  if (every((text) => isDate(conventions.readDate?.(text) ?? text))) return 'date';
  if (every((text) => isMoment(conventions.readDate?.(text) ?? text))) return 'datetime';
  return texts.some((text) => text.length > longText) ? 'text' : 'string';
}

/** Whether a text comes back the same when it is kept as a number: 1.10, 007, 3E5 and what has too many digits do not. */
function isSameNumber(text: string, { decimal, isDecimalSaid }: Conventions): boolean {
  const sign = isDecimalSaid ? decimal : '.';
  if (!/^-?\d+([.,]\d+)?$/.test(text) || text.includes(sign === '.' ? ',' : '.')) return false;
  const number = plainNumber(text, sign);
  if (number === undefined || !isKept(number)) return false;
  const value = Number(number);
  return String(value) === number && (number.includes('.') || Number.isSafeInteger(value));
}

function kindOfValues(values: unknown[], conventions: Conventions): string {
  const every = (test: (value: unknown) => boolean) => values.every(test);
  if (every((value) => typeof value === 'boolean')) return 'boolean';
  if (every(Number.isSafeInteger)) return 'integer';
  if (every((value) => typeof value === 'number')) return 'number';
  if (every(Array.isArray)) return 'array';
  if (every((value) => typeof value === 'string'))
    return kindOfJsonTexts(values as string[], conventions);
  return every((value) => typeof value === 'object' && !Array.isArray(value)) ? 'object' : 'json';
}

/** A JSON string is not a number, whatever it looks like. */
function kindOfJsonTexts(texts: string[], conventions: Conventions): string {
  const kind = kindOfTexts(texts, conventions);
  return ['date', 'datetime', 'text'].includes(kind) ? kind : 'string';
}

function badName(name: string, other: string | undefined): ApiError {
  const shown = name.slice(0, 100);
  const why = other
    ? `differs from the property ${other} only in case`
    : 'cannot be the name of a property (letters, digits, _ and -, up to 63)';
  return ApiError.invalid(
    'create_missing_properties',
    'invalid_name',
    `the column ${shown} ${why}. Give it a name with mapping, such as {"${shown}": "${other ?? 'name'}"}`,
  );
}
