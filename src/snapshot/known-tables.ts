import { withClient } from '../db/client.ts';
import type { KnownTables } from './manifest.ts';

/** The tables and columns that a snapshot may have here, as the catalog has them. @param url as insula_worker */
export async function knownTables(url: string): Promise<() => KnownTables> {
  const { rows } = await withClient(url, 'snapshot', (client) =>
    client.query<{ name: string; columns: string[] }>(
      'select name, columns from worker.snapshot_tables()',
    ),
  );
  const known = new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
  return () => known;
}
