import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { startNameServer } from '../support/dns.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useOwnDatabase();

it('docs/operate/routes.md shows what its lines answer, one after the other', async () => {
  const names = await startNameServer();
  /** The record that the reader publishes, when the page has asked for it in vain. */
  const publish = async () => {
    const [row] = await until(
      async () =>
        (
          await server.db.query(
            'select hostname, proof_value from app.routes where checked_at is not null',
          )
        ).rows,
      (rows) => rows.length === 1,
    );
    names.records.set(`_insula.${row.hostname}`, [row.proof_value]);
  };
  try {
    await Promise.all([
      publish(),
      walk(
        'docs/operate/routes.md',
        server,
        undefined,
        async (folder) => {
          await mkdir(join(folder, 'data', 'secrets'));
          const file = join(folder, 'data', 'secrets', 'platform-admin-key');
          await writeFile(file, server.platformKey);
        },
        'acme',
      ),
    ]);
  } finally {
    names.close();
  }
});
