import type { Row } from './data-sets.ts';
import { isoDate, isoTime, looksLikeMoments } from './dates.ts';

/** A property to create, and how a value of the file becomes one of it. */
export interface Column {
  /** Its name in the file. */
  source: string;
  property: {
    name: string;
    data_type: string;
    enum_values?: string[];
    is_unique?: boolean;
    is_indexed?: boolean;
    is_sortable?: boolean;
  };
  convert(value: unknown): unknown;
}

/** A data type that a column's values may have; the first that fits counts. */
interface Kind {
  data_type: string;
  fits(values: unknown[], source: string): boolean;
  convert?(value: unknown): unknown;
  is_sortable?: boolean;
}

const every = (test: (value: unknown) => boolean) => (values: unknown[]) => values.every(test);
const isText = (value: unknown) => typeof value === 'string';
const longest = (values: unknown[]) => Math.max(...values.map((value) => String(value).length));

const kinds: Kind[] = [
  { data_type: 'boolean', fits: every((value) => typeof value === 'boolean') },
  { data_type: 'datetime', fits: looksLikeMoments, convert: isoTime, is_sortable: true },
  { data_type: 'integer', fits: every(Number.isSafeInteger), is_sortable: true },
  { data_type: 'number', fits: every((value) => typeof value === 'number'), is_sortable: true },
  {
    data_type: 'date',
    fits: every((value) => isoDate(value) !== undefined),
    convert: isoDate,
    is_sortable: true,
  },
  {
    data_type: 'url',
    fits: every((value) => isText(value) && /^https?:\/\/\S+$/.test(String(value))),
  },
  { data_type: 'enum', fits: areChoices, convert: String },
  { data_type: 'string', fits: (values) => longest(values) <= 255, convert: String },
  { data_type: 'text', fits: () => true, convert: String },
];

/** Few short texts, each of them often. */
function areChoices(values: unknown[]): boolean {
  const distinct = new Set(values).size;
  return (
    distinct <= 20 &&
    values.length >= 10 * distinct &&
    values.every(isText) &&
    longest(values) <= 50
  );
}

/** A code by which a record is known: every record has one, no two the same. */
function areKeys(values: unknown[], rows: Row[]): boolean {
  return (
    values.length === rows.length &&
    new Set(values).size === rows.length &&
    values.every((value) => /^\w{1,40}$/.test(String(value)))
  );
}

/** The columns of some records: their types, and what to index. A column without any value is left out. */
export function inferColumns(rows: Row[]): Column[] {
  const sources = [...new Set(rows.flatMap(Object.keys))];
  const columns = sources.flatMap((source) => inferColumn(source, rows) ?? []);
  const title = columns.find(
    ({ property }) => property.data_type === 'string' && !property.is_unique,
  );
  if (title) title.property.is_sortable = true;
  return columns;
}

function inferColumn(source: string, rows: Row[]): Column | undefined {
  const values = rows.map((row) => row[source]).filter((value) => value != null);
  const kind = kinds.find(({ fits }) => fits(values, source));
  if (!kind || values.length === 0) return undefined;
  const { data_type, convert = (value) => value, is_sortable } = kind;
  return {
    source,
    property: {
      name: propertyName(source),
      data_type,
      ...(is_sortable ? { is_sortable } : {}),
      ...(data_type === 'enum'
        ? { enum_values: [...new Set(values.map(String))].sort(), is_indexed: true }
        : {}),
      ...(data_type === 'string' && areKeys(values, rows) ? { is_unique: true } : {}),
    },
    convert,
  };
}

/** `Beak Length (mm)` → `beak_length_mm`, `magType` → `mag_type`. */
export function propertyName(source: string): string {
  return source
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** The properties of each record, without what is missing. */
export function toProperties(rows: Row[], columns: Column[]): Row[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns
        .filter(({ source }) => row[source] != null)
        .map(({ source, property, convert }) => [property.name, convert(row[source])]),
    ),
  );
}
