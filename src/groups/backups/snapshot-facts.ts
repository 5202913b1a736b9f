import type { Manifest, Totals } from '../../snapshot/format.ts';

/** Describes the bytes of a backup for its record, by the columns of app.backups. */
export const factsOf = (
  manifest: Manifest,
  { bytes, checksum, end }: { bytes: number; checksum: string; end: Totals },
) => ({
  size_bytes: bytes,
  checksum,
  row_counts: end.row_counts,
  files: end.files,
  snapshot_at: manifest.snapshot_at,
  feed_place: manifest.feed_place,
  schema_version: manifest.schema_version,
  tenant_slug: manifest.tenant.slug,
});

/** The rows of all tables. */
export const rowsOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
