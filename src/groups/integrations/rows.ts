import { at, put } from '../../credentials/places.ts';
import { type Property, type RowError, readValues, saidConventions } from '../data/index.ts';
import type { Page } from './providers/provider.ts';

export interface MappingItem {
  from?: string;
  to: string;
  transform?: string | null;
}

/** The settings with which an integration maps records to objects, and back. */
export interface Mapped {
  mapping: MappingItem[];
  modified_from: string | null;
  properties: Property[];
}

/** Records as app.integration_write takes them. */
export interface RowPage {
  rows: Record<string, unknown>[];
  records: unknown[];
  numbers: number[];
  times: Array<string | null>;
  rejected: { count: number; errors: RowError[] };
  taken: string[];
}

const systemFields = new Set([
  ...['id', 'tenant_id', 'object_type_id', 'created_at', 'updated_at', 'created_by', 'version'],
  'is_deleted',
]);
const maxErrors = 100;

/**
 * Brings records into the form of objects.
 * @param first the number of the first one within its sync
 */
export async function toRows(
  { mapping, modified_from, properties }: Mapped,
  records: unknown[],
  options: Pick<Page, 'areTexts' | 'written' | 'taken' | 'faults'> & { first: number },
): Promise<RowPage> {
  const errors: RowError[] = [];
  const page: RowPage = {
    ...{ rows: [], records: [], numbers: [], times: [] },
    rejected: { count: 0, errors },
    taken: options.taken ?? [],
  };
  const needsRecords = mapping.some(({ transform }) => transform?.includes('record'));
  const numbers: number[] = [];
  const rows: Record<string, unknown>[] = [];
  const kept: unknown[] = [];
  for (const [index, record] of records.entries()) {
    const row = options.first + index;
    const fault = options.faults?.get(index);
    if (fault) {
      errors.push({ row, ...fault });
      continue;
    }
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      errors.push({ row, property: null, code: 'invalid_record', message: 'is not an object' });
      continue;
    }
    rows.push(mapping.length > 0 ? mapped(record, mapping) : unmapped(record));
    kept.push(record);
    numbers.push(row);
  }
  const bad = new Set<number>();
  await readValues(
    rows,
    properties,
    options.areTexts ?? false,
    saidConventions(options.written ?? {}),
    (index, property, code, message) => {
      if (!bad.has(index)) errors.push({ row: numbers[index] as number, property, code, message });
      bad.add(index);
    },
  );
  for (const [index, row] of rows.entries()) {
    if (bad.has(index)) continue;
    page.rows.push(row);
    page.numbers.push(numbers[index] as number);
    if (needsRecords) page.records.push(kept[index]);
    if (modified_from !== null) page.times.push(momentOf(at(kept[index], modified_from)));
  }
  page.rejected = { count: errors.length, errors: errors.slice(0, maxErrors) };
  return page;
}

function mapped(record: object, mapping: MappingItem[]): Record<string, unknown> {
  const row: Record<string, unknown> = Object.create(null);
  for (const { from, to } of mapping) {
    const value = from === undefined ? undefined : at(record, from);
    if (value !== undefined) row[to] = value;
  }
  return row;
}

/** Fields that every object has besides its properties belong to the system. */
function unmapped(record: object): Record<string, unknown> {
  const row: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(record))
    if (!systemFields.has(name)) row[name] = value;
  return row;
}

/** A moment as an ISO text; null for an invalid one, which then counts as older. */
function momentOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const moment = new Date(value);
  const isOne = moment.getTime() > 0 && moment.getUTCFullYear() < 10_000;
  return isOne ? moment.toISOString() : null;
}

/** The properties of an object as the other side names them. */
export function toRecord(
  mapping: MappingItem[],
  properties: Record<string, unknown>,
): Record<string, unknown> {
  if (mapping.length === 0) return properties;
  const record: Record<string, unknown> = Object.create(null);
  for (const { from, to } of mapping)
    if (from !== undefined && Object.hasOwn(properties, to)) put(record, from, properties[to]);
  return record;
}
