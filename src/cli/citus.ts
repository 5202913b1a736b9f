import { Command } from 'commander';
import { requireCluster } from '../db/citus/cluster.ts';
import { distribute } from '../db/citus/distribute.ts';
import { functionTasks } from '../db/citus/functions.ts';
import { tenantNodes } from '../db/citus/nodes.ts';
import { tableTasks } from '../db/citus/tables.ts';
import { withClient } from '../db/client.ts';
import { settleKey } from '../db/encryption-key.ts';
import { withDatabase } from './database.ts';
import { checkCluster } from './doctor/cluster-checks.ts';
import { describeFinding, examples, printJson, table } from './report.ts';

interface Json {
  json?: boolean;
}

/** `insula citus …`: one schema on many machines. */
export function citusCommand(): Command {
  return new Command('citus')
    .description('spread the tenants of a database over the nodes of a Citus cluster')
    .addCommand(planCommand())
    .addCommand(distributeCommand())
    .addCommand(statusCommand());
}

function planCommand(): Command {
  return new Command('plan')
    .description('show what "distribute" would do, and what is in the way; changes nothing')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('DATABASE_URL=postgres://…/insula insula citus plan'))
    .action(async ({ json }: Json) => {
      const plan = await withDatabase(({ url }) => readPlan(url));
      const isReady = plan.findings.every(({ status }) => status !== 'failed');
      if (!isReady) process.exitCode = 1;
      if (json) return printJson(plan);
      for (const finding of plan.findings) console.log(describeFinding(finding));
      console.log();
      console.log(
        table(
          ['table', 'rows', 'MB', 'goes'],
          plan.tables.map(({ name, rows, bytes, belongs, isDone }) => [
            `app.${name}`,
            String(rows),
            (bytes / 1024 / 1024).toFixed(1),
            isDone ? 'is there' : belongs === 'tenants' ? 'with its tenants' : 'to every node',
          ]),
        ),
      );
      const calls = plan.functions.filter(({ isDone }) => !isDone).length;
      console.log(
        `\n${calls} of ${plan.functions.length} functions are to run where their tenant is.`,
      );
    });
}

function distributeCommand(): Command {
  return new Command('distribute')
    .description(
      'take tables and functions to the nodes; what breaks off goes on with the next call',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('DATABASE_URL=postgres://…/insula insula citus distribute'))
    .action(async ({ json }: Json) => {
      const result = await withDatabase(({ url, config, log }) =>
        distribute(url, {
          log,
          encryptionKey: (client) => settleKey(client, config),
          onTable: ({ name, rows }) => json || console.log(`app.${name}: about ${rows} rows`),
        }),
      );
      if (json) return printJson(result);
      console.log(`${result.tables} tables and ${result.functions} functions are on the nodes.`);
    });
}

function statusCommand(): Command {
  return new Command('status')
    .description('show the nodes, what lives on each, and what is wrong; exit code 1 then')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('insula citus status', 'insula citus status --json'))
    .action(async ({ json }: Json) => {
      const { nodes, findings } = await withDatabase(({ url }) => readStatus(url));
      if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1;
      if (json) return printJson({ nodes, findings });
      console.log(
        table(
          ['node', 'tenants', 'MB'],
          nodes.map(({ address, tenants, bytes }) => [
            address,
            String(tenants),
            (bytes / 1024 / 1024).toFixed(1),
          ]),
        ),
      );
      console.log();
      for (const finding of findings) console.log(describeFinding(finding));
    });
}

async function readPlan(url: string) {
  return withClient(url, 'citus', async (client) => ({
    cluster: await requireCluster(client),
    findings: await checkCluster(url),
    tables: await tableTasks(client),
    functions: await functionTasks(client),
  }));
}

async function readStatus(url: string) {
  return withClient(url, 'citus', async (client) => {
    const { isDistributed } = await requireCluster(client);
    return {
      nodes: isDistributed ? await tenantNodes(client) : [],
      findings: await checkCluster(url),
    };
  });
}
