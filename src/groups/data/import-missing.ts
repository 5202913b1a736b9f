import { ApiError } from '../../errors.ts';
import { faultOfNumber } from '../../http/json-values.ts';
import type { Row } from './import-rows.ts';
import type { Property } from './import-values.ts';

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;
const longText = 255;

/** The first of which every value is one. */
const textKinds: [data_type: string, test: RegExp][] = [
  ['boolean', /^(true|false)$/i],
  // Leading zeros are part of a code, not of a number.
  ['integer', /^-?(0|[1-9]\d{0,14})$/],
  ['number', /^-?(0|[1-9]\d{0,14})(\.\d+)?([eE][+-]?\d{1,2})?$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['datetime', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/],
];

/**
 * The properties that an import needs and the type does not have, with the data type that fits every value.
 * @throws 400 for a name that no property can have
 */
export function missingProperties(
  rows: Row[],
  properties: Property[],
  areTexts: boolean,
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
    return { name, data_type: areTexts ? kindOfTexts(values as string[]) : kindOfValues(values) };
  });
}

function kindOfTexts(texts: string[]): string {
  const kind = textKinds.find(([, test]) => texts.every((text) => test.test(text)))?.[0];
  // A number would lose digits of one of them, and a text keeps each.
  if (kind === 'number' && texts.some(faultOfNumber)) return 'string';
  return kind ?? (texts.some((text) => text.length > longText) ? 'text' : 'string');
}

function kindOfValues(values: unknown[]): string {
  const every = (test: (value: unknown) => boolean) => values.every(test);
  if (every((value) => typeof value === 'boolean')) return 'boolean';
  if (every(Number.isSafeInteger)) return 'integer';
  if (every((value) => typeof value === 'number')) return 'number';
  if (every(Array.isArray)) return 'array';
  if (every((value) => typeof value === 'string')) return kindOfJsonTexts(values as string[]);
  return every((value) => typeof value === 'object' && !Array.isArray(value)) ? 'object' : 'json';
}

/** A JSON string is not a number, whatever it looks like. */
function kindOfJsonTexts(texts: string[]): string {
  const kind = kindOfTexts(texts);
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
