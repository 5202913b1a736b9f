import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { type ApiClient, CallError } from './api-client.ts';
import { wholeNumber } from './option-values.ts';
import { examples, printJson, table } from './report.ts';
import { asOperator, forOperators, type OperatorOptions } from './server.ts';

/** A tenant as /admin shows it; what the terminal shows of it. */
interface Tenant {
  id: string;
  name: string;
  slug: string;
  status: string;
  plan_tier: string;
  counts: { objects: number };
}

/** The server knows the plans: /owner/plans makes more of them. */
const planOption = () => new Option('--plan <plan>', 'its plan, such as free or pro');

/** `insula tenant …`: the tenants of a running server. */
export function tenantCommand(): Command {
  return new Command('tenant')
    .description('create, list, suspend, activate and move the tenants of a running server')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(statusCommand('suspend', 'refuse every call of a tenant until it is activated'))
    .addCommand(statusCommand('activate', 'let a suspended tenant call again'))
    .addCommand(moveCommand());
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

/** As many pages of /admin/tenants as it takes. */
async function listTenants(
  client: ApiClient,
  { search, status, plan }: Pick<ListOptions, 'search' | 'status' | 'plan'>,
  limit: number,
): Promise<{ tenants: Tenant[]; total: number }> {
  const tenants: Tenant[] = [];
  for (;;) {
    const query = new URLSearchParams({
      limit: String(Math.min(100, limit - tenants.length)),
      offset: String(tenants.length),
    });
    for (const [name, value] of Object.entries({ search, status, plan })) {
      if (value) query.set(name, value);
    }
    const page = await client.data('GET', `/admin/tenants?${query}`);
    tenants.push(...page.tenants);
    if (tenants.length >= Math.min(limit, page.total) || page.tenants.length === 0)
      return { tenants, total: page.total };
  }
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

/** Resolves the id of a tenant given by id or slug. @throws CallError when there is none */
export async function tenantId(client: ApiClient, reference: string): Promise<string> {
  if (reference.startsWith('ten_')) return encodeURIComponent(reference);
  const { tenants } = await listTenants(client, { search: reference }, Number.MAX_SAFE_INTEGER);
  const found = tenants.find(({ slug }) => slug === reference);
  if (found) return found.id;
  throw new CallError(`There is no tenant ${reference} at ${client.url}. See: insula tenant list`);
}
