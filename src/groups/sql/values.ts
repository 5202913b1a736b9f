import pg from 'pg';

const { builtins } = pg.types;
const numbers = new Set<number>([
  builtins.INT2,
  builtins.INT4,
  builtins.INT8,
  builtins.FLOAT4,
  builtins.FLOAT8,
  builtins.NUMERIC,
]);
const json = new Set<number>([builtins.JSON, builtins.JSONB]);
/** Arrays of types whose values are written in a way of their own: [array, element]. */
const arrays = new Map<number, number>([
  [1000, builtins.BOOL],
  [1005, builtins.INT2],
  [1007, builtins.INT4],
  [1016, builtins.INT8],
  [1021, builtins.FLOAT4],
  [1022, builtins.FLOAT8],
  [1231, builtins.NUMERIC],
  [199, builtins.JSON],
  [3807, builtins.JSONB],
  [1009, builtins.TEXT],
  [1002, builtins.TEXT],
  [1015, builtins.TEXT],
  [1182, builtins.DATE],
  [1115, builtins.TIMESTAMP],
  [1185, builtins.TIMESTAMPTZ],
  [1183, builtins.TIME],
  [2951, builtins.UUID],
  [1003, builtins.TEXT],
  [1014, builtins.TEXT],
  [1187, builtins.INTERVAL],
  [1270, builtins.TIMETZ],
]);

/** The type of the values in an array of a type; undefined for a type that is not an array. */
export const elementOf = (type: number): number | undefined => arrays.get(type);
export const isJson = (type: number): boolean => json.has(type);

/** Its types are of another version. */
const { arrayParser } = pg.types as unknown as {
  arrayParser: { create(text: string, read: (item: string) => string): { parse(): unknown[] } };
};

/** A value of PostgreSQL as JSON text, as row_to_json writes it: no number loses a digit on its way through. */
export function writeValue(type: number, text: string | null): string {
  if (text === null) return 'null';
  if (numbers.has(type)) return /^-?\d/.test(text) ? text : JSON.stringify(text);
  if (type === builtins.BOOL) return text === 't' ? 'true' : 'false';
  if (json.has(type)) return text;
  if (type === builtins.TIMESTAMPTZ || type === builtins.TIMESTAMP)
    return JSON.stringify(moment(text));
  const element = arrays.get(type);
  if (element !== undefined)
    return writeArray(arrayParser.create(text, (item) => writeValue(element, item)).parse());
  return JSON.stringify(text);
}

/** Whether a row may hold a number that a double would change: one of more than 15 characters, or one in JSON. */
export const mayHoldLong = (types: number[], row: (string | null)[]): boolean =>
  row.some((text, i) => {
    const type = types[i] as number;
    return (
      text !== null && (numbers.has(type) ? text.length > 15 : json.has(type) || arrays.has(type))
    );
  });

/** `2026-11-20 18:23:00.1+00` as the API writes it: `2026-11-20T18:23:00.1+00:00`. */
const moment = (text: string): string => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');

/** @param items JSON texts, or lists of them; null as it is */
const writeArray = (items: unknown[]): string =>
  `[${items.map((item) => (Array.isArray(item) ? writeArray(item) : (item ?? 'null'))).join(',')}]`;

/**
 * A row as a JSON list of what a change is made of, with each digit: a number is a text, JSON and arrays are
 * `{"json": text}`.
 */
export const writeTyped = (_: string[], types: number[], row: (string | null)[]): string =>
  `[${row.map((text, i) => typed(types[i] as number, text)).join(',')}]`;

function typed(type: number, text: string | null): string {
  if (text === null || numbers.has(type)) return JSON.stringify(text);
  const written = writeValue(type, text);
  return json.has(type) || arrays.has(type) ? `{"json":${JSON.stringify(written)}}` : written;
}
