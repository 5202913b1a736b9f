import pg from 'pg';
import type { SnapshotSource } from '../../src/snapshot/format.ts';
import { openStaging, type Staging, type StagingOptions } from '../../src/snapshot/staging.ts';
import type { TestServer } from '../support/server.ts';
import { partsOf } from './living.ts';

/** Stagings of a server, with connections as its worker has them. `end` closes these. */
export function stagingsOf(server: TestServer) {
  const { url, storage, box } = partsOf(server);
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'test support' });
  const parts = { pool, storage, box };
  return {
    parts,
    pool,
    open: (options: Partial<StagingOptions> = {}): Promise<Staging> =>
      openStaging(parts, { reason: 'test', ...options }),
    end: () => pool.end(),
  };
}

/** Does as reading a snapshot of a source does, without the file between. */
export async function pour(
  source: SnapshotSource & { close?(): Promise<void> },
  staging: Staging,
): Promise<void> {
  try {
    await staging.begin(source.manifest);
    for (const table of source.manifest.tables)
      if (table.name !== 'journal')
        for await (const lines of source.rows(table)) await staging.rows(table, lines);
    for await (const lines of source.journal()) await staging.journal(lines);
    for await (const secret of source.secrets()) await staging.secrets([secret]);
    for await (const file of source.files()) await staging.file(file, await file.open());
    await staging.end();
  } finally {
    await source.close?.();
  }
}
