import { ApiError } from '../../ground/errors.ts';
import { parseJsonField } from '../../ground/shapes/json-body.ts';
import { isExact } from '../../ground/shapes/json-values.ts';

/** In Node since version 21; TypeScript does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** An object as the API shows it. */
export interface StoredObject {
  id: string;
  properties: Record<string, unknown>;
  [field: string]: unknown;
}

interface Amount {
  amount: unknown;
  currency: unknown;
}

type Kinds = Record<string, string>;

const numbers = new Set(['number', 'float', 'percent', 'integer', 'rating', 'auto_number']);
const structures = new Set(['array', 'object', 'json']);

/** The amount that a column is the currency of; undefined for another column. */
function amountOf(column: string, kinds: Kinds): string | undefined {
  const [, name] = /^(.+)_currency$/.exec(column) ?? [];
  const isCurrency =
    name !== undefined && !Object.hasOwn(kinds, column) && kinds[name] === 'currency';
  return isCurrency ? name : undefined;
}

/** The columns of an object type that may be set: its properties, and the currency of each amount. */
export const columnsOf = (kinds: Kinds): string[] =>
  Object.entries(kinds).flatMap(([name, kind]) =>
    kind === 'currency' && amountOf(`${name}_currency`, kinds)
      ? [name, `${name}_currency`]
      : [name],
  );

/** The other half of each amount of which a statement sets one: that stays as it is. */
export const amountsOf = (columns: string[], kinds: Kinds): string[] =>
  columns
    .map((column) =>
      kinds[column] === 'currency' ? `${column}_currency` : amountOf(column, kinds),
    )
    .filter((other): other is string => other !== undefined && !columns.includes(other));

/**
 * The properties that a row sets.
 * @param values of the columns, as writeTyped has them: numbers as texts, JSON and arrays as `{json}`
 * @param isNew a null is left out; else it removes the value
 * @param place which row it is, for errors
 * @throws 400 naming the column, for a number of which a property would lose digits
 */
export function propertiesOf(
  columns: string[],
  values: unknown[],
  kinds: Kinds,
  isNew: boolean,
  place: string,
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const amounts: Record<string, Amount> = {};
  for (const [n, column] of columns.entries()) {
    const value = values[n] ?? null;
    const name = amountOf(column, kinds) ?? column;
    const path = `${place}.${column}`;
    if (kinds[name] === 'currency') {
      amounts[name] ??= { amount: null, currency: null };
      amounts[name][name === column ? 'amount' : 'currency'] = asAmount(value, path);
    } else if (value !== null || !isNew)
      properties[name] = asKind(kinds[name] as string, value, path);
  }
  for (const [name, { amount, currency }] of Object.entries(amounts)) {
    if (amount === null) {
      if (!isNew) properties[name] = null;
    } else if (currency !== null) properties[name] = { amount, currency };
    else properties[name] = asKind('number', amount, `${place}.${name}`);
  }
  return properties;
}

const isJson = (value: unknown): value is { json: string } =>
  typeof value === 'object' && value !== null && 'json' in value;

/** An amount keeps each digit, as the text that it is. */
function asAmount(value: unknown, path: string): unknown {
  if (!isJson(value)) return value;
  const held = value.json;
  return isNumber(held) ? held : parseJsonField(held, path);
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** A value as the API takes it. Other values are passed on unchanged: the engine names the error. */
function asKind(kind: string, given: unknown, path: string): unknown {
  const value = isJson(given) ? parseJsonField(given.json, path) : given;
  if (value === null) return null;
  if (numbers.has(kind))
    return typeof value === 'string' && isNumber(value) ? asNumber(value, path) : value;
  if (kind === 'boolean')
    return value === 't' || value === 'true'
      ? true
      : value === 'f' || value === 'false'
        ? false
        : value;
  if (structures.has(kind))
    return typeof value === 'string' && !isJson(given) ? parsed(value, path) : value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function asNumber(text: string, path: string): number {
  if (isExact(text.trim())) return Number(text);
  throw ApiError.invalid(
    path,
    'inexact',
    `is ${text.trim().slice(0, 50)}, of which a number would keep ${Number(text)}: round it, or cast it to double precision`,
  );
}

/** A text as the JSON that it is, if it is some. */
function parsed(text: string, path: string): unknown {
  try {
    return parseJsonField(text, path);
  } catch (error) {
    const [detail] = (error as ApiError).extras.details as Array<{ code: string }>;
    if (detail?.code === 'invalid_json') return text;
    throw error;
  }
}

/** An object as a row of the answer. */
export function rowOf(
  object: StoredObject,
  taken: { column: string; as: string }[],
  kinds: Kinds,
): Record<string, unknown> {
  return Object.fromEntries(
    taken.map(({ column, as }) => {
      const name = amountOf(column, kinds) ?? column;
      const value = object.properties[name];
      if (kinds[name] === 'currency') {
        const bare = { amount: value, currency: null };
        const { amount = null, currency = null } = (
          typeof value === 'object' ? (value ?? {}) : bare
        ) as Partial<Amount>;
        return [as, name === column ? asNumeric(amount) : currency];
      }
      return [as, (Object.hasOwn(kinds, column) ? value : object[column]) ?? null];
    }),
  );
}

/** An amount as a SELECT answers it: as a number with its digits, or as a text if a double would change it. */
function asNumeric(amount: unknown): unknown {
  if (amount === null) return null;
  const text = String(amount);
  // An amount may have zeros before it, and a number of JSON has none.
  return isExact(text) ? rawJSON(text.replace(/^(-?)0+(?=\d)/, '$1')) : text;
}
