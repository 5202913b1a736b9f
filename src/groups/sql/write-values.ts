import { canonical } from '../../http/canonical.ts';

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
 * @param values of the columns, as values.ts types them: numbers as texts
 * @param isNew a null is left out; else it removes the value
 */
export function propertiesOf(
  columns: string[],
  values: unknown[],
  kinds: Kinds,
  isNew: boolean,
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const amounts: Record<string, Amount> = {};
  for (const [n, column] of columns.entries()) {
    const value = values[n] ?? null;
    const name = amountOf(column, kinds) ?? column;
    if (kinds[name] === 'currency') {
      amounts[name] ??= { amount: null, currency: null };
      amounts[name][name === column ? 'amount' : 'currency'] = value;
    } else if (value !== null || !isNew) properties[name] = asKind(kinds[name] as string, value);
  }
  for (const [name, amount] of Object.entries(amounts)) {
    if (amount.amount !== null)
      properties[name] = amount.currency === null ? { amount: amount.amount } : amount;
    else if (!isNew) properties[name] = null;
  }
  return properties;
}

/** A value as the API takes it. What is not of its kind stays as it is: the engine says what is wrong with it. */
function asKind(kind: string, value: unknown): unknown {
  if (value === null) return null;
  if (numbers.has(kind)) {
    const isNumber =
      typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
    return isNumber ? Number(value) : value;
  }
  if (kind === 'boolean')
    return value === 't' || value === 'true'
      ? true
      : value === 'f' || value === 'false'
        ? false
        : value;
  if (structures.has(kind)) return typeof value === 'string' ? parsed(value) : value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function parsed(text: string): unknown {
  try {
    return canonical(JSON.parse(text));
  } catch {
    return text;
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
        const { amount = null, currency = null } = (value ?? {}) as Partial<Amount>;
        return [as, name === column ? (amount === null ? null : Number(amount)) : currency];
      }
      return [as, (Object.hasOwn(kinds, column) ? value : object[column]) ?? null];
    }),
  );
}
