import type { Property } from './import-values.ts';

/** An object as app.export_rows gives it. */
export interface ExportRow {
  object: {
    id: string;
    properties: Record<string, unknown>;
    created_at: string;
    updated_at: string;
    created_by: string | null;
    version: number;
    is_deleted: boolean;
  };
  versions?: unknown[];
  associations?: unknown[];
  files?: unknown[];
}

/** The columns that app.export_head finds. */
export interface ExportHead {
  /** In the order in which they were defined. */
  properties: Property[];
  /** Names that objects hold and the type does not define; for tables only. */
  untyped: string[];
}

/** What an export is asked to show. */
export interface ExportShape {
  properties?: string[] | undefined;
  include?: string[] | undefined;
  include_deleted?: boolean | undefined;
}

/** One column of a table. */
export interface Column {
  name: string;
  /** Of a defined property. */
  dataType?: string | undefined;
  value(row: ExportRow): unknown;
}

const last = ['created_at', 'updated_at', 'created_by', 'version'] as const;

/** System fields and included records after the properties, by name. */
function lastColumns({ include = [], include_deleted }: ExportShape): Column[] {
  return [
    ...last.map((name): Column => ({ name, value: ({ object }) => object[name] })),
    ...(include_deleted
      ? [{ name: 'is_deleted', value: ({ object }: ExportRow) => object.is_deleted }]
      : []),
    ...(['versions', 'associations', 'files'] as const)
      .filter((name) => include.includes(name))
      .map((name): Column => ({ name, value: (row) => row[name] ?? [] })),
  ];
}

const idColumn: Column = { name: 'id', value: ({ object }) => object.id };

/** The columns of a table: id, properties, the rest. A property by the name of a system field is left out. */
export function columnsOf({ properties, untyped }: ExportHead, shape: ExportShape): Column[] {
  const after = lastColumns(shape);
  const taken = new Set(['id', ...after.map(({ name }) => name)]);
  const types = new Map(properties.map(({ name, data_type }) => [name, data_type]));
  const names = shape.properties ?? [...types.keys(), ...untyped];
  return [
    idColumn,
    ...[...new Set(names)]
      .filter((name) => !taken.has(name))
      .map(
        (name): Column => ({
          name,
          dataType: types.get(name),
          value: ({ object }) =>
            Object.hasOwn(object.properties, name) ? object.properties[name] : undefined,
        }),
      ),
    ...after,
  ];
}

/** A maker of flat records of what is there: id, properties in their order, the rest. */
export function recordsOf(
  { properties }: ExportHead,
  shape: ExportShape,
): (row: ExportRow) => Record<string, unknown> {
  const after = lastColumns(shape);
  const taken = new Set(['id', ...after.map(({ name }) => name)]);
  const defined = properties.map(({ name }) => name);
  return (row) => {
    const values = row.object.properties;
    const record: Record<string, unknown> = Object.create(null);
    record.id = row.object.id;
    for (const name of shape.properties ?? new Set([...defined, ...Object.keys(values)]))
      if (!taken.has(name) && Object.hasOwn(values, name)) record[name] = values[name];
    for (const { name, value } of after) record[name] = value(row);
    return record;
  };
}
