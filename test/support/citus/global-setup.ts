import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../src/db/migrate.ts';
import { randomText } from '../../../src/ground/machine/secrets.ts';
import { provideFolders } from '../global-setup.ts';
import { closeOnCluster, createOnCluster, dropClones, dropOnCluster } from './database.ts';

/**
 * Once per run on a cluster: a database, spread over its nodes, which those of the files are cloned from, because spreading
 * one takes half a minute.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = process.env.CITUS_URL as string;
  const name = `insula_test_${randomText(6, 'hex')}`;
  // The roles belong to the cluster and outlive the run, so their passwords have to come from the same key each time.
  const encryptionKey = process.env.ENCRYPTION_KEY ?? Buffer.alloc(32, 1).toString('base64');
  const options = {
    log: pino({ level: 'warn' }),
    encryptionKey: Buffer.from(encryptionKey, 'base64'),
    current: true,
    distribute: true,
  };
  const remove = () => dropOnCluster(coordinator, name);
  try {
    await migrate(await createOnCluster(coordinator, name), options);
    await closeOnCluster(coordinator, name);
    const removeFolders = await provideFolders(project);
    project.provide('server', {
      adminUrl: coordinator,
      superuserUrl: coordinator,
      template: name,
      encryptionKey,
      isCluster: true,
      hasVector: false,
    });
    return async () => {
      await removeFolders();
      await dropClones(coordinator, name);
      await remove();
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
