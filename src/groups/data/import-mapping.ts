import { ApiError } from '../../ground/errors.ts';
import type { Row, Rows } from './import-rows.ts';

/** The property of each column; null leaves the column out. */
export type Mapping = Map<string, string | null>;

/** Fields that every object has besides its properties, and that an export shows. */
const systemFields = new Set([
  ...['id', 'tenant_id', 'object_type_id', 'created_at', 'updated_at', 'created_by', 'version'],
  'is_deleted',
]);

/** @throws 400 for a property that is not a name */
export function readMapping(given: Record<string, unknown>): Mapping {
  const mapping: Mapping = new Map();
  for (const [column, property] of Object.entries(given)) {
    const isName = typeof property === 'string' && property !== '' && property.length <= 255;
    if (!isName && property !== null) {
      throw ApiError.invalid(
        `mapping.${column.slice(0, 100)}`,
        'invalid_name',
        'must be the name of a property, or null to leave it out',
      );
    }
    mapping.set(column, property);
  }
  return mapping;
}

/**
 * Renames columns to properties. System fields, such as a file that was exported has, are left out unless they are
 * mapped, or kept to find objects by.
 * @throws 400 for a column that the file does not have, and for two columns of one property
 */
export function mapColumns({ rows, columns }: Rows, mapping: Mapping, keepsId: boolean): Row[] {
  for (const column of columns ? mapping.keys() : []) {
    if (columns?.includes(column)) continue;
    throw ApiError.invalid(
      'mapping',
      'unknown_column',
      `names a column that the file does not have: ${shown(column)}`,
    );
  }
  const target = (column: string): string | null => {
    const mapped = mapping.get(column);
    if (mapped !== undefined) return mapped;
    return systemFields.has(column) && !(keepsId && column === 'id') ? null : column;
  };
  return rows.map((row) => {
    const result: Row = Object.create(null);
    for (const [column, value] of Object.entries(row)) {
      const name = target(column);
      if (name === null) continue;
      if (name in result) {
        throw ApiError.invalid('mapping', 'duplicate', `maps two columns to ${shown(name)}`);
      }
      result[name] = value;
    }
    return result;
  });
}

const shown = (name: string) => name.slice(0, 100);
