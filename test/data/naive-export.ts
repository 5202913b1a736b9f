import { stringify } from 'csv-stringify/sync';
import { guard } from '../../src/tools/tables/formula-guard.ts';

/** An object as lists answer it. */
export interface Listed {
  id: string;
  properties: Record<string, unknown>;
  created_at: string;
  updated_at: string;
  created_by: string | null;
  version: number;
}

const last = ['created_at', 'updated_at', 'created_by', 'version'] as const;
const taken: string[] = ['id', ...last];

/**
 * The expected export, written value by value.
 * @param types of properties, in the order of their definition: those of a table
 */
export function naiveExport(
  format: 'csv' | 'json' | 'ndjson',
  objects: Listed[],
  types: Record<string, string>,
): string {
  const defined = Object.keys(types).filter((name) => !taken.includes(name));
  if (format === 'csv') return csvOf(objects, defined, types);
  const lines = objects.map((object) => spaced(recordOf(object)));
  if (format === 'ndjson') return lines.map((line) => `${line}\n`).join('');
  return lines.length > 0 ? `[\n${lines.join(',\n')}\n]\n` : '[]\n';
}

function recordOf(object: Listed): object {
  const record: Record<string, unknown> = { id: object.id };
  const { properties } = object;
  for (const name of Object.keys(properties))
    if (!taken.includes(name)) record[name] = properties[name];
  for (const name of last) record[name] = object[name];
  return record;
}

/** JSON with a space after each comma and colon, as PostgreSQL writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`,
  );
  return `{${members.join(', ')}}`;
}

function csvOf(objects: Listed[], defined: string[], types: Record<string, string>): string {
  const rest = new Set(objects.flatMap(({ properties }) => Object.keys(properties)));
  const untyped = [...rest].filter((name) => !taken.includes(name) && !defined.includes(name));
  const names = [...defined, ...untyped.sort(byCharacters)];
  const rows = objects.map((object) => [
    object.id,
    ...names.map((name) => cellOf(object.properties[name], types[name])),
    ...last.map((name) => cellOf(object[name], undefined)),
  ]);
  const header = ['id', ...names, ...last].map(guard);
  // A text ends no line, whatever program reads the file.
  return stringify([header, ...rows], { record_delimiter: '\r\n', quoted_match: [/^$/, /[\r\n]/] });
}

/** The order of characters, which that of UTF-16 is not. */
const byCharacters = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function cellOf(value: unknown, type: string | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return guard(typeof value === 'string' && type !== 'json' ? value : JSON.stringify(value));
}
