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
]);

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

/** `2026-11-20 18:23:00.1+00` as the API writes it: `2026-11-20T18:23:00.1+00:00`. */
const moment = (text: string): string => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');

/** @param items JSON texts, or lists of them; null as it is */
const writeArray = (items: unknown[]): string =>
  `[${items.map((item) => (Array.isArray(item) ? writeArray(item) : (item ?? 'null'))).join(',')}]`;

/** A row as a JSON list; numbers as texts, which keep their digits. */
export const writeTyped = (_: string[], types: number[], row: (string | null)[]): string =>
  `[${row
    .map((text, i) => {
      const type = types[i] as number;
      return text !== null && numbers.has(type) ? JSON.stringify(text) : writeValue(type, text);
    })
    .join(',')}]`;
