import { expect, it } from 'vitest';
import { checkCluster } from '../../src/cli/doctor/cluster-checks.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

it('the doctor finds all nodes alike: extensions, functions, rights', async () => {
  const findings = await checkCluster(server.config.databaseUrl as string);
  expect(findings.map(({ name }) => name)).toContain('extensions');
  expect(findings.filter(({ status }) => status === 'failed')).toEqual([]);
});
