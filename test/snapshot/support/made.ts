import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type {
  Manifest,
  Secret,
  SnapshotSource,
  SnapshotTable,
  SnapshotTarget,
  Totals,
} from '../../../src/snapshot/format.ts';
import type { KnownTables } from '../../../src/snapshot/manifest.ts';
import { type ReadOptions, readSnapshot } from '../../../src/snapshot/read.ts';
import type { Lock } from '../../../src/snapshot/seal.ts';
import { type Written, writeSnapshot } from '../../../src/snapshot/write.ts';

/** A tenant in memory: the rows of each table, and the journal's, as the lines that they are written as. */
export interface Content {
  rows: Record<string, string[]>;
  journal: string[];
  secrets: Secret[];
  files: Buffer[];
}

export const tables: SnapshotTable[] = [
  { name: 'object_types', columns: ['id', 'name'], key: ['id'] },
  { name: 'objects', columns: ['id', 'data', 'version'], key: ['id'] },
  { name: 'tenant_settings', columns: ['auth'], key: [] },
  { name: 'journal', columns: ['place', 'event'], key: ['place'] },
];

export const known = (): KnownTables =>
  new Map(tables.map(({ name, columns }) => [name, new Set(columns)]));

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const manifestOf = (changes: Partial<Manifest> = {}): Manifest => ({
  format: 'insula-snapshot/1',
  reader: 1,
  service_version: '1.1.0',
  schema_version: '000054',
  snapshot_at: '2026-11-28T00:00:00.123456+00:00',
  feed_place: '4711',
  source: { installation_id: 'ins_1', region: null },
  tenant: {
    id: 'acme',
    name: 'Acme',
    slug: null,
    created_at: '2026-01-01T00:00:00+00:00',
    branding: {},
  },
  options: { data: 'all', files: true, journal_from: 'all', secrets: 'left_out', masked: false },
  tables,
  ...changes,
});

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

const pieces = (lines: string[] = []) => each(lines.map((line) => Buffer.from(`${line}\n`)));

export const withSecrets = (manifest: Manifest): Manifest => ({
  ...manifest,
  options: { ...manifest.options, secrets: 'included' },
});

/** Of each file once, as a source has to give them. */
const filesOf = (files: Buffer[]) => {
  const all = new Map(files.map((bytes) => [sha256(bytes), bytes]));
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1));
};

export const sourceOf = (content: Content, manifest = manifestOf()): SnapshotSource => ({
  manifest: content.secrets.length > 0 ? withSecrets(manifest) : manifest,
  rows: ({ name }) => pieces(content.rows[name]),
  journal: () => pieces(content.journal),
  secrets: () => each(content.secrets),
  files: () =>
    each(
      filesOf(content.files).map(([sum, bytes]) => ({
        sha256: sum,
        bytes: bytes.length,
        open: async () => Readable.from([bytes]),
      })),
    ),
});

export const write = async (
  source: SnapshotSource,
  lock?: Lock,
): Promise<Written & { file: Buffer }> => {
  const to = new PassThrough();
  const [file, written] = await Promise.all([buffer(to), writeSnapshot(source, { to, lock })]);
  return { ...written, file };
};

/** Takes what it is given, and tells whether it was told of the end. */
export class Kept implements SnapshotTarget {
  readonly content: Content = { rows: {}, journal: [], secrets: [], files: [] };
  manifest: Manifest | undefined;
  totals: Totals | undefined;
  readonly chunks: Array<[string, number]> = [];

  async begin(manifest: Manifest): Promise<void> {
    this.manifest = manifest;
  }

  async rows({ name }: SnapshotTable, lines: Buffer, rows: number): Promise<void> {
    const kept = this.content.rows[name] ?? [];
    this.content.rows[name] = kept;
    kept.push(...split(lines));
    this.chunks.push([name, rows]);
  }

  async journal(lines: Buffer, rows: number): Promise<void> {
    this.content.journal.push(...split(lines));
    this.chunks.push(['journal', rows]);
  }

  async secrets(secrets: Secret[]): Promise<void> {
    this.content.secrets.push(...secrets);
  }

  async file(_: { sha256: string; bytes: number }, content: NodeJS.ReadableStream): Promise<void> {
    this.content.files.push(await buffer(content));
  }

  async end(totals: Totals): Promise<void> {
    this.totals = totals;
  }
}

const split = (lines: Buffer): string[] => lines.toString().trimEnd().split('\n');

/** @param step how many bytes arrive at once */
export const inSteps = (file: Buffer, step = 64 * 1024): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < file.length; at += step) yield file.subarray(at, at + step);
    })(),
    { objectMode: false },
  );

export const read = (
  file: Buffer,
  options: Partial<ReadOptions> = {},
  step?: number,
): ReturnType<typeof readSnapshot> => readSnapshot(inSteps(file, step), { known, ...options });
