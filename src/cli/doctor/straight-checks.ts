import { clusterOf } from '../../db/citus/cluster.ts';
import { withClient } from '../../db/client.ts';
import { databaseUrls, withServer } from '../../db/urls.ts';
import type { Config } from '../../ground/config/config.ts';
import { encryptionKeysOf } from '../../ground/config/keys.ts';
import { type Finding, failed, ok } from './check.ts';

/** Whether the API reaches each node directly, if DATABASE_NODES is set. */
export async function checkStraight(
  url: string,
  config: Pick<Config, 'databaseNodes' | 'encryptionKey'>,
): Promise<Finding[]> {
  const { databaseNodes } = config;
  if (!databaseNodes) return [];
  const { api } = databaseUrls(url, encryptionKeysOf(config));
  const cluster = await withClient(api, 'doctor', clusterOf);
  const nodes = cluster?.nodes.filter(({ hasTenants }) => hasTenants) ?? [];
  return Promise.all(
    nodes.map(async ({ address }) => {
      const name = `insula_api at ${address}`;
      const ping = withClient(
        withServer(api, databaseNodes.get(address) ?? address),
        'doctor',
        (client) => client.query('select gateway.ping()'),
      );
      return ping.then(
        () => ok(name, 'gets in'),
        (error: Error) =>
          failed(
            name,
            error.message,
            'Let it in there (pg_hba.conf), and name the address by which this machine reaches the node in DATABASE_NODES.',
          ),
      );
    }),
  );
}
