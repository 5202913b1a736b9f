import { z } from 'zod';
import { SnapshotInvalid, SnapshotTooNew } from './errors.ts';
import { formatName, type Manifest, readerVersion, type SnapshotTable } from './format.ts';
import { JsonFault, scan } from './json-scan.ts';
import { type Lift, lift } from './lift.ts';

/** By table the columns that a snapshot of that schema may have; `journal` is one of them. */
export type KnownTables = ReadonlyMap<string, ReadonlySet<string>>;

const place = { entry: 'manifest.json' };
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const count = z.number().int().min(0);

// Members that a later writer adds are let through: `reader` says whether one may do without them.
const shape = z.object({
  format: z.literal(formatName),
  reader: z.number().int().min(1),
  service_version: z.string().max(100),
  schema_version: z.string().regex(/^\d{6}$/),
  snapshot_at: z.iso.datetime({ offset: true }),
  feed_place: z.string().max(1000),
  source: z.object({
    installation_id: z.string().max(200),
    region: z.string().max(200).nullable(),
  }),
  tenant: z.object({
    id: z.string().max(200),
    name: z.string().max(1000),
    slug: z.string().max(200).nullable(),
    created_at: z.iso.datetime({ offset: true }),
    branding: z.looseObject({}),
  }),
  options: z.object({
    data: z.enum(['all', 'none', 'sample']),
    files: z.boolean(),
    journal_from: z.union([z.literal(['all', 'none']), z.iso.datetime({ offset: true })]),
    secrets: z.enum(['included', 'left_out']),
    masked: z.boolean(),
  }),
  tables: z
    .array(z.object({ name, columns: z.array(name).min(1), key: z.array(name) }))
    .min(1)
    .max(1000),
  totals: z.object({ rows: count, files: count, bytes: count }).optional(),
});

const parse = (bytes: Buffer): unknown => {
  const text = bytes.toString('utf8');
  try {
    if (text[0] !== '{') throw new JsonFault('it is not an object');
    scan(bytes, 0);
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof JsonFault ? `: ${error.message}` : '';
    throw new SnapshotInvalid(
      'not_a_snapshot',
      `The manifest is not JSON in one line${why}`,
      place,
    );
  }
};

/** Tells what is newer before it tells what is wrong: a new format may have a manifest of another shape. */
const refuseNewer = (value: unknown): void => {
  const { format, reader } = value as { format?: unknown; reader?: unknown };
  if (typeof format !== 'string' || !/^insula-snapshot\/\d{1,4}$/.test(format))
    throw new SnapshotInvalid('not_a_snapshot', 'The manifest names no format of Insula', place);
  if (typeof reader === 'number' && reader > readerVersion)
    throw new SnapshotTooNew({ format, reader, supported: readerVersion });
};

const isRepeated = (names: string[]): boolean => new Set(names).size !== names.length;

const unknown = (reason: 'unknown_table' | 'unknown_column', message: string): never => {
  throw new SnapshotInvalid(reason, message, place);
};

const checkTable = (
  { name, columns, key }: SnapshotTable,
  here: ReadonlySet<string>,
  schema: string,
): void => {
  if (isRepeated(columns) || isRepeated(key))
    unknown('unknown_column', `The manifest names a column of ${name} twice`);
  const foreign = columns.find((column) => !here.has(column));
  if (foreign) unknown('unknown_column', `Schema ${schema} has no column ${name}.${foreign}`);
  const lost = key.find((column) => !columns.includes(column));
  if (lost) unknown('unknown_column', `The key of ${name} names ${lost}, which is not in columns`);
};

const checkTables = (tables: SnapshotTable[], schema: string, known: KnownTables): void => {
  if (isRepeated(tables.map((table) => table.name)) || tables.at(-1)?.name !== 'journal')
    unknown('unknown_table', 'The manifest names a table twice, or its last table is not journal');
  for (const table of tables) {
    const here = known.get(table.name);
    if (here) checkTable(table, here, schema);
    else unknown('unknown_table', `Schema ${schema} has no table ${table.name}`);
  }
};

/** @returns the manifest, and its tables by their present names @throws SnapshotInvalid, SnapshotTooNew */
export const readManifest = (
  bytes: Buffer,
  known: (schemaVersion: string) => KnownTables,
  lifts?: Lift[],
): { manifest: Manifest; lifted: SnapshotTable[] } => {
  const value = parse(bytes);
  refuseNewer(value);
  const { data, error } = shape.safeParse(value);
  if (!data) {
    const issue = error.issues[0];
    const path = issue?.path.join('.');
    throw new SnapshotInvalid(
      'not_a_snapshot',
      `${path} of the manifest: ${issue?.message}`,
      place,
    );
  }
  const lifted = lift(data.tables, data.schema_version, lifts);
  checkTables(lifted, data.schema_version, known(data.schema_version));
  return { manifest: data, lifted };
};
