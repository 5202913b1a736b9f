/** In Node since version 21; TypeScript does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };
const parse = JSON.parse as (
  text: string,
  read: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** JSON as data that is written as it was read: a number of which JavaScript would lose digits (`90.00`, money of many) stays a text. */
export const readExactly = (text: string): unknown =>
  parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? rawJSON(source)
      : value,
  );
