import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { counted } from '../ground/shapes/counted.ts';
import { type ApiClient, CallError } from './api-client.ts';
import { backupFrom } from './backup-file.ts';
import { examples, printJson, table } from './report.ts';
import { asOperator, forOperators, type OperatorOptions } from './server.ts';
import { tenantId } from './tenant-list.ts';

/** The exit code that says that there are differences. */
const differs = 3;
const lookMs = 500;

interface Diff {
  id: string;
  status: string;
  changes: number;
  truncated: boolean;
  error: string | null;
}
/** The restore that applies a comparison. */
interface Restore {
  id: string;
  status: string;
  error: string | null;
  report: {
    created: Record<string, number>;
    updated: Record<string, number>;
    deleted: Record<string, number>;
    unchanged: Record<string, number>;
    conflicts: Array<{ kind: string; id: string; change?: string; reason: string }>;
    conflict_count: number;
  } | null;
}
interface Change {
  id: string;
  section: string;
  kind: string;
  key: string;
  action: string;
  fields: Array<{ path: string }>;
}

const list = (text: string): string[] => text.split(',').filter((one) => one !== '');
const pairs = (text: string, before: Record<string, string> = {}): Record<string, string> => {
  const [type = '', property = ''] = text.split('=');
  return { ...before, [type]: property };
};

interface DiffOptions extends OperatorOptions {
  sections?: string[];
  types?: string[];
  match?: Record<string, string>;
  ignore?: string[];
}

export function diffCommand(): Command {
  return forOperators(new Command('diff'))
    .description('tell what has to happen to a tenant so that it equals another one')
    .argument('<tenant>', 'its id (ten_…) or slug')
    .argument('<other>', 'what it is compared with: a tenant, a backup (bak_…), or a file')
    .addOption(new Option('--sections <names>', 'schema, config, rows').argParser(list))
    .addOption(new Option('--types <names>', 'only these object types').argParser(list))
    .addOption(
      new Option('--match <type=property>', 'what names the objects of a type').argParser(pairs),
    )
    .addOption(new Option('--ignore <names>', 'fields that do not count').argParser(list))
    .addHelpText(
      'after',
      `${examples('insula tenant diff acme acme-staging', 'insula tenant diff acme acme-staging --sections schema,config', 'insula tenant diff acme acme-20261124T090000Z.insula')}

Exits with ${differs} when they differ. \`insula tenant apply\` takes the id that it prints.`,
    )
    .action(async (one: string, other: string, options: DiffOptions) => {
      const client = asOperator(options);
      const id = await tenantId(client, one);
      const backup_id = await backupFrom(client, other);
      const { sections, types, match, ignore } = options;
      const made: Diff = await client.data('POST', `/admin/tenants/${id}/diff`, {
        with: backup_id ? { backup_id } : { tenant_id: await tenantId(client, other) },
        sections,
        types,
        match,
        ignore,
      });
      const diff = await until<Diff>(client, `/admin/diffs/${made.id}`);
      if (diff.status !== 'completed') throw new CallError(diff.error ?? `It was ${diff.status}.`);
      if (options.json) printJson(diff);
      else await show(client, diff);
      if (diff.changes > 0) process.exitCode = differs;
    });
}

async function show(client: ApiClient, { id, changes, truncated }: Diff): Promise<void> {
  if (changes === 0) return console.log(`${id}  no differences`);
  const { results } = await client.data('GET', `/admin/diffs/${id}/changes?limit=200`);
  const rows = (results as Change[]).map((one) => [
    one.id,
    one.action,
    one.kind,
    one.key,
    one.action === 'update' ? one.fields.map(({ path }) => path).join(', ') : '',
  ]);
  console.log(table(['ID', 'ACTION', 'KIND', 'KEY', 'FIELDS'], rows));
  if (changes > rows.length)
    console.log(`${rows.length} of ${changes}: GET /admin/diffs/${id}/changes has all`);
  console.log(`${id}  ${changes} changes${truncated ? ', and more that were not kept' : ''}`);
}

interface ApplyOptions extends OperatorOptions {
  only?: string[];
  onConflict?: string;
  fireEvents?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

export function applyCommand(): Command {
  return forOperators(new Command('apply'))
    .description('change a tenant as a comparison says')
    .argument('<diff>', 'the id that insula tenant diff prints (dif_…)')
    .addOption(new Option('--only <ids>', 'only these changes').argParser(list))
    .addOption(
      new Option('--on-conflict <what>', 'about records that have changed since').choices([
        'fail',
        'keep',
        'overwrite',
      ]),
    )
    .option('--fire-events', 'let webhooks, automations and functions hear of it')
    .option('--dry-run', 'only tell what would happen')
    .option('--yes', 'also delete what the comparison says')
    .addHelpText(
      'after',
      examples('insula tenant apply dif_… --dry-run', 'insula tenant apply dif_… --yes'),
    )
    .action(async (id: string, options: ApplyOptions) => {
      const client = asOperator(options);
      const path = `/admin/diffs/${encodeURIComponent(id)}/apply`;
      const body = {
        changes: options.only ?? 'all',
        on_conflict: options.onConflict,
        fire_events: options.fireEvents,
        dry_run: options.dryRun,
      };
      const begun = await confirmed(client, path, body, options.yes === true);
      const done = await until<Restore>(client, `/admin/restores/${begun.id}`);
      if (options.json) printJson(done);
      else tell(done);
      if (done.status !== 'completed') throw new CallError(done.error ?? `It was ${done.status}.`);
      if (done.report && isAllRefused(done.report))
        throw new CallError('Each of the changes was refused: nothing was changed.');
    });
}

function isAllRefused({ conflict_count, ...report }: NonNullable<Restore['report']>): boolean {
  const { created, updated, deleted, unchanged } = report;
  const rest = [created, updated, deleted, unchanged].flatMap((one) => Object.values(one));
  return conflict_count > 0 && rest.every((count) => count === 0);
}

/** Sends a request, and with --yes once more with the token that it is answered. */
async function confirmed(
  client: ApiClient,
  path: string,
  body: object,
  isYes: boolean,
): Promise<Restore> {
  const { data, error } = await client.call('POST', path, body);
  if (!error) return data as Restore;
  if (!error.confirm_token) throw new CallError(`${error.message} (${error.code})`);
  if (!isYes) throw new CallError('This deletes records of the tenant. Say --yes to do it.');
  return client.data('POST', path, { ...body, confirm_token: error.confirm_token });
}

function tell({ report }: Restore): void {
  if (!report) return;
  for (const action of ['created', 'updated', 'deleted'] as const) {
    const counts = Object.entries(report[action]).map(([kind, count]) => counted(count, kind));
    if (counts.length > 0) console.log(`${action}  ${counts.join(', ')}`);
  }
  const unchanged = Object.values(report.unchanged).reduce((sum, count) => sum + count, 0);
  console.log(`unchanged  ${unchanged}  conflicts  ${report.conflict_count}`);
  for (const { change, kind, reason } of report.conflicts.slice(0, 20))
    console.log(`conflict  change ${change} (${kind}): ${reason}`);
}

async function until<T extends { status: string }>(client: ApiClient, path: string): Promise<T> {
  for (;;) {
    const now: T = await client.data('GET', path);
    if (!['pending', 'running'].includes(now.status)) return now;
    await sleep(lookMs);
  }
}
