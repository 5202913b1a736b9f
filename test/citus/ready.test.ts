import { expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();

async function ready(url: string) {
  const answer = await fetch(`${url}/ready`);
  const { data } = (await answer.json()) as { data: { checks: Record<string, string> } };
  return [answer.status, data.checks.nodes];
}

it('/ready reports how many nodes are away, and stays 200 for the tenants of the others', async () => {
  expect(await ready(server.url)).toEqual([200, 'ok']);
  // As the coordinator knows one of them then: nothing listens there.
  await withClient(server.config.databaseUrl as string, 'test', (client) =>
    client.query(
      `update pg_dist_node set nodeport = 1 where nodeport = (select max(nodeport) from pg_dist_node)`,
    ),
  );
  const sibling = await server.sibling();
  expect(await ready(sibling.url)).toEqual([200, '1 of 3 unavailable']);
  await sibling.close();
});
