import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { bundledBinaries } from '../../src/db/embedded/binaries.ts';
import { configureCluster, makeCluster, superuser } from '../../src/db/embedded/cluster.ts';
import { prepareHome } from '../../src/db/embedded/home.ts';
import { startServer } from '../../src/db/embedded/server.ts';
import { placeForScratch } from '../../src/db/scratch.ts';
import { temporaryFolder } from './folder.ts';

/** A PostgreSQL that knows nothing of Insula, as a superuser sees it; gone when the test has ended. */
export interface FreshPostgres {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** @param durable with the WAL that backups need */
export async function startFreshPostgres({ durable = false } = {}): Promise<FreshPostgres> {
  const log = pino({ level: 'silent' });
  const home = prepareHome(await temporaryFolder(await placeForScratch()), log);
  const binaries = bundledBinaries(home.user, log);
  const cluster = join(home.path, 'cluster');
  const password = 'of-the-superuser';
  await makeCluster(cluster, binaries, home.user, password, false);
  const port = await configureCluster(cluster, home.user, { durable });
  const server = await startServer(binaries.postgres, cluster, home.user);
  onTestFinished(() => server.stop());
  return { host: '127.0.0.1', port, user: superuser, password };
}
