import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../src/db/embedded.ts';
import { temporaryFolder } from '../support/folder.ts';
import { postgresOn } from '../support/process.ts';

describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL (looks at /proc)', () => {
  it('stops and starts again, even when it is stopped during crash recovery', {
    timeout: 300_000,
  }, async () => {
    const options = { dataDir: await temporaryFolder(), log: pino({ level: 'silent' }) };
    const embedded = await startEmbedded(options);
    const client = new pg.Client(embedded.ownerUrl);
    const broken = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await client.query('create table kept as select 1 as kept');
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGKILL');
    await broken;
    await embedded.stop();
    expect(postgresOn(options.dataDir)).toEqual([]);

    const again = await startEmbedded(options);
    const reader = new pg.Client(again.ownerUrl);
    await reader.connect();
    expect((await reader.query('table kept')).rows).toEqual([{ kept: 1 }]);
    await reader.end();
    await again.stop();
  });
});
