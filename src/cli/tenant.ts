import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { CallError } from './api-client.ts';
import { applyCommand, diffCommand } from './diff.ts';
import { wholeNumber } from './option-values.ts';
import { examples, printJson, table } from './report.ts';
import { asOperator, forOperators, type OperatorOptions } from './server.ts';
import { cloneCommand } from './tenant-clone.ts';
import { listTenants, type Tenant, tenantId } from './tenant-list.ts';
import { restoreCommand } from './tenant-restore.ts';
import { snapshotCommand } from './tenant-snapshot.ts';

/** The server knows the plans: /owner/plans makes more of them. */
const planOption = () => new Option('--plan <plan>', 'its plan, such as free or pro');

/** `insula tenant …`: the tenants of a running server. */
export function tenantCommand(): Command {
  return new Command('tenant')
    .description(
      'create, list, suspend, activate, move, download, restore, copy, compare and change the tenants of a running server',
    )
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(statusCommand('suspend', 'refuse every call of a tenant until it is activated'))
    .addCommand(statusCommand('activate', 'let a suspended tenant call again'))
    .addCommand(moveCommand())
    .addCommand(snapshotCommand())
    .addCommand(restoreCommand(tenantId))
    .addCommand(cloneCommand())
    .addCommand(diffCommand())
    .addCommand(applyCommand());
}

function createCommand(): Command {
  return forOperators(new Command('create'))
    .description('create a tenant with its first API key, which is shown only once')
    .argument('<name>', 'its name')
    .option('--slug <slug>', 'its name in URLs; derived from the name when left out')
    .option('--owner-email <email>', 'email address of its owner')
    .addOption(planOption())
    .addHelpText(
      'after',
      examples(
        'insula tenant create Acme',
        'insula tenant create "Acme Inc." --slug acme --plan pro',
        'TOKEN=$(insula tenant create Acme --json | jq -r .token)',
      ),
    )
    .action(async (name: string, options: OperatorOptions & Record<string, string>) => {
      const created = await asOperator(options).data('POST', '/admin/tenants', {
        name,
        slug: options.slug,
        owner_email: options.ownerEmail,
        plan_tier: options.plan,
      });
      if (options.json) return printJson(created);
      console.log(`tenant  ${created.tenant.id} (${created.tenant.slug})`);
      console.log(`key     ${created.token}`);
      console.log('Save the key now: it will not be shown again.');
    });
}

interface ListOptions extends OperatorOptions {
  search?: string;
  status?: string;
  plan?: string;
  limit: number;
}

function listCommand(): Command {
  return forOperators(new Command('list'))
    .description('list the tenants, newest first')
    .option('--search <text>', 'search name, slug and owner email')
    .addOption(
      new Option('--status <status>', 'only tenants with this status').choices([
        'active',
        'suspended',
      ]),
    )
    .addOption(planOption())
    .option('--limit <number>', 'how many to list at most', wholeNumber, 100)
    .addHelpText(
      'after',
      examples('insula tenant list', 'insula tenant list --status suspended --json'),
    )
    .action(async ({ limit, json, ...options }: ListOptions) => {
      const { tenants, total } = await listTenants(asOperator(options), options, limit);
      if (json) return printJson(tenants);
      console.log(table(['ID', 'SLUG', 'NAME', 'STATUS', 'PLAN', 'OBJECTS'], tenants.map(row)));
      if (total > tenants.length) console.log(`${tenants.length} of ${total}: --limit shows more`);
    });
}

function row({ id, slug, name, status, plan_tier, counts }: Tenant): string[] {
  return [id, slug, name, status, plan_tier, String(counts.objects)];
}

function statusCommand(verb: 'suspend' | 'activate', description: string): Command {
  const command = forOperators(new Command(verb))
    .description(description)
    .argument('<tenant>', 'its id (ten_…) or slug')
    .addHelpText('after', examples(`insula tenant ${verb} acme`));
  if (verb === 'suspend') command.option('--reason <text>', 'why; stored with the tenant');
  return command.action(
    async (reference: string, options: OperatorOptions & { reason?: string }) => {
      const client = asOperator(options);
      const id = await tenantId(client, reference);
      const body = verb === 'suspend' ? { reason: options.reason } : undefined;
      const tenant: Tenant = await client.data('POST', `/admin/tenants/${id}/${verb}`, body);
      if (options.json) return printJson(tenant);
      console.log(`tenant  ${tenant.id} (${tenant.slug}) is ${tenant.status}`);
    },
  );
}

/** A move as /admin shows it; what the terminal shows of it. */
interface Move {
  status: 'pending' | 'running' | 'completed' | 'failed';
  from_shard: string;
  to_shard: string;
  progress: { done: number; total: number | null };
  error: string | null;
}

interface MoveOptions extends OperatorOptions {
  to: string;
  alone?: boolean;
}

const lookMs = 1_000;

function moveCommand(): Command {
  return forOperators(new Command('move'))
    .description('move a tenant to another node of a cluster, while it is read and written')
    .argument('<tenant>', 'its id (ten_…) or slug')
    .requiredOption('--to <node>', 'host:port of the node; see: insula citus status')
    .option('--alone', 'without the tenants that share its shard: their writes wait meanwhile')
    .addHelpText(
      'after',
      `${examples('insula tenant move acme --to 10.0.0.3:5432')}

The server moves it, also when this command is ended.`,
    )
    .action(async (reference: string, { to, alone, ...options }: MoveOptions) => {
      const client = asOperator(options);
      const path = `/admin/tenants/${await tenantId(client, reference)}/move`;
      let move: Move = await client.data('POST', path, { shard_id: to, alone });
      let shown = '';
      while (move.status === 'pending' || move.status === 'running') {
        await sleep(lookMs);
        move = await client.data('GET', path);
        const line = `${move.status}  ${megabytes(move.progress.done)} of ${megabytes(move.progress.total)} MB`;
        if (line !== shown && !options.json) console.log(line);
        shown = line;
      }
      if (options.json) printJson(move);
      if (move.status === 'failed')
        throw new CallError(`The tenant is still at ${move.from_shard}: ${move.error}`);
      if (!options.json) console.log(`tenant ${reference} is at ${move.to_shard}`);
    });
}

const megabytes = (bytes: number | null) =>
  bytes === null ? '?' : (bytes / 1024 / 1024).toFixed(1);
