import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { refusalOf } from '../../src/backup/alone.ts';
import { DiskDestination } from '../../src/backup/disk.ts';
import { readHoldings } from '../../src/backup/layout.ts';
import { unpackBase } from '../../src/backup/unpack-base.ts';
import { bundledBinaries } from '../../src/db/embedded/binaries.ts';
import { configureCluster } from '../../src/db/embedded/cluster.ts';
import { prepareHome } from '../../src/db/embedded/home.ts';
import { startServer } from '../../src/db/embedded/server.ts';
import { download, over } from '../backups/scene.ts';
import { createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startFreshPostgres } from '../support/fresh-postgres.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { insula } from '../support/process.ts';
import { basesIn, urlOf } from './scene.ts';

const path = '/admin/backups';

it('with DATABASE_URL, base backups are made where its role may replicate, and refused with the reason elsewhere', {
  timeout: 600_000,
}, async () => {
  const { host, port, user, password } = await startFreshPostgres({ durable: true });
  const as = async (text: string) => {
    const client = new pg.Client({ host, port, user, password, database: 'postgres' });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await as(`create role migrator login createrole password 'm'`);
  await as('create database insula owner migrator');
  const databaseUrl = `postgres://migrator:m@${host}:${port}/insula`;
  const folder = join(await temporaryFolder(), 'backups');
  const dataDir = await temporaryFolder();
  const key = 'insp_of_the_operator';
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_TO: urlOf(folder), PORT: '0' },
    ...{ PLATFORM_ADMIN_KEY: key, LOG_LEVEL: 'info' },
  };
  const process = insula(['start'], env);
  const [, url = ''] = await process.printed(/"url":"(http:[^"]+)"[^\n]*Insula is ready/);
  const operator = createClient({ url }, key);

  const refused = await operator.post(path, {});
  expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
  expect(refused.body.error.message).toMatch(/permission denied.*REPLICATION/);
  // No backup that was taken elsewhere needs that.
  const noted = { external: true, label: 'pgBackRest', snapshot_at: '2026-01-01T00:00:00Z' };
  expect((await operator.post(path, noted)).status).toBe(201);
  expect(existsSync(folder)).toBe(false);

  await as('alter role migrator replication');
  const make = async () => {
    const { status, body } = await operator.post(path, {});
    expect([status, body.error]).toEqual([201, undefined]);
    return over(operator, `${path}/${body.data.id}`);
  };
  const first = await make();
  expect(first).toMatchObject({ status: 'completed', type: 'full', destination: urlOf(folder) });
  const { bytes } = await download(operator, first.id);
  expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(first.checksum);
  await operator.post(`${path}/${first.id}/verify`);
  expect(await over(operator, `${path}/${first.id}`)).toMatchObject({ verify_status: 'passed' });
  const status = (await operator.get(`${path}/status`)).body.data;
  expect(status).toMatchObject({ last_base_at: expect.any(String), restorable: null, error: null });

  // It starts by itself, with all that it needs.
  const log = pino({ level: 'silent' });
  const destination = new DiskDestination(folder);
  const [chain] = (await readHoldings(destination)).chains;
  const home = prepareHome(await temporaryFolder(), log);
  const cluster = join(home.path, 'cluster');
  await unpackBase(
    { destination, identities: [], base: chain?.bases[0] as never },
    cluster,
    home.user,
  );
  const ownPort = await configureCluster(cluster, home.user, { durable: false });
  const copy = await startServer(bundledBinaries(home.user, log).postgres, cluster, home.user);
  onTestFinished(() => copy.stop());
  const found = new pg.Client({ host, port: ownPort, user, password, database: 'insula' });
  await found.connect();
  const { rows } = await found.query('select count(*)::int as count from app.tenants');
  await found.end();
  expect(rows[0].count).toBeGreaterThan(0);

  // Each stands by itself: an older one goes, the newest stays.
  const command = insula(['backup', 'now'], env);
  expect([await command.exit(), command.output()]).toEqual([0, expect.stringContaining('bak_')]);
  expect(basesIn(folder)).toHaveLength(2);
  expect((await operator.delete(`${path}/${first.id}`)).status).toBe(200);
  expect(basesIn(folder)).toHaveLength(1);
  const last = await make();
  expect((await operator.delete(`${path}/${last.id}`)).status).toBe(409);
  process.child.kill('SIGTERM');
  expect(await process.exit()).toBe(0);

  // Neither a pooler nor a server that writes too little WAL gives one.
  const pooler = await startPgbouncer(databaseUrl, 'session', 'options,replication');
  onTestFinished(() => pooler.stop());
  expect(await refusalOf(databaseUrl)).toBeUndefined();
  expect(await refusalOf(pooler.to(databaseUrl))).toContain('pooler');
});
