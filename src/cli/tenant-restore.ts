import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type ApiClient, CallError } from './api-client.ts';
import { backupFrom } from './backup-file.ts';
import { passphraseIn } from './passphrase-file.ts';
import { examples, printJson, table } from './report.ts';
import { asOperator, forOperators, type OperatorOptions } from './server.ts';
import { type IntoOptions, onlyOption, restoreInto } from './tenant-restore-into.ts';

interface RestoreOptions extends OperatorOptions, IntoOptions {
  as?: string;
  into?: string;
  slug?: string;
  passphraseFile?: string;
}

/** A restore as /admin shows it; what the terminal shows of it. */
export interface Restore {
  id: string;
  status: string;
  target_tenant_id: string | null;
  report: Report | null;
  error: string | null;
}

export interface Report {
  created: Record<string, number>;
  remapped: Array<{ kind: string; from: string; to: string }>;
  files: { restored: number; missing: number };
}

const lookMs = 1_000;

/** `insula tenant restore` */
export const restoreCommand = (findTenant: (client: ApiClient, name: string) => Promise<string>) =>
  forOperators(new Command('restore'))
    .description('restore a snapshot or a backup as a new tenant, or into a living one')
    .argument('<source>', 'a file, the id of a backup (bak_…), or a tenant: its newest backup')
    .addOption(new Option('--as <name>', 'the name of the new tenant').conflicts('into'))
    .option('--into <tenant>', 'the living tenant that is changed')
    .addOption(
      new Option(
        '--as-of <time>',
        'the tenant as it was at this moment (ISO 8601 with an offset)',
      ).argParser(moment),
    )
    .addOption(
      new Option(
        '--source <source>',
        'with --as-of: "wal", the backups of the installation, or "versions", for objects and associations',
      ).choices(['wal', 'versions']),
    )
    .addOption(
      new Option('--mode <mode>', 'with --into').choices(['merge', 'in_place']).default('merge'),
    )
    .option(
      '--only <part>',
      'with --into: types=a,b, objects=@ids.txt or resources=roles,webhooks',
      onlyOption,
    )
    .addOption(
      new Option('--on-conflict <what>', 'with --mode merge, for what exists and differs').choices([
        'fail',
        'keep',
        'overwrite',
      ]),
    )
    .option('--fire-events', 'with --into: webhooks, automations and functions hear of the changes')
    .option('--slug <slug>', 'its name in URLs; derived from the name when left out')
    .option('--passphrase-file <file>', 'a file with the passphrase of the snapshot')
    .option(
      '--dry-run',
      'show what the tenant would hold, or what would change, and change nothing',
    )
    .option('--yes', 'do not ask before')
    .addHelpText(
      'after',
      examples(
        'insula tenant restore acme --as "Acme, restored"',
        'insula tenant restore acme-20261124T090000Z.insula --as Acme --passphrase-file ./passphrase',
        'insula tenant restore bak_019ab3c46d1f7a3e8b5c2d4e6f708192 --as Acme --dry-run',
        'insula tenant restore acme --into acme --only types=invoices',
        'insula tenant restore bak_019ab3c46d1f7a3e8b5c2d4e6f708192 --into acme --mode in_place',
        'insula tenant restore acme --into acme --as-of 2026-11-24T09:00:00Z --only types=invoices --dry-run',
      ),
    )
    .action(async (source: string, options: RestoreOptions, command: Command) => {
      const { as, into } = options;
      if (as === undefined && into === undefined && options.asOf === undefined)
        return command.error(
          "error: required option '--as <name>' or '--into <tenant>' not specified",
        );
      const client = asOperator(options);
      if (options.asOf !== undefined) {
        const tenant = await findTenant(client, source);
        if (
          as !== undefined ||
          options.mode !== 'merge' ||
          (into !== undefined && (await findTenant(client, into)) !== tenant)
        )
          return command.error(
            'error: --as-of brings back records of the tenant itself, with --mode merge: leave out --as, and --into or name the same tenant',
          );
        return restoreInto(client, undefined, tenant, options, {});
      }
      const headers = passphraseIn(options.passphraseFile);
      const backup = await backupOf(client, source, headers, findTenant);
      if (into !== undefined)
        return restoreInto(client, backup, await findTenant(client, into), options, headers);
      const path = `/admin/backups/${backup}/restore`;
      const wanted = { mode: 'new_tenant', name: as, slug: options.slug };
      if (options.dryRun || !options.yes) {
        const tried = await client.data('POST', path, { ...wanted, dry_run: true }, headers);
        if (options.dryRun && options.json) return printJson(tried);
        if (!options.json) console.log(shown(tried.report));
        if (options.dryRun) return;
        await confirm(as ?? '');
      }
      const begun: Restore = await client.data('POST', path, wanted, headers);
      const restore = await restoreEnded(client, begun);
      if (options.json) printJson(restore);
      if (restore.status !== 'completed')
        throw new CallError(`The restore ${restore.id} ${restore.status}: ${restore.error ?? ''}`);
      if (!options.json)
        console.log(`tenant  ${restore.target_tenant_id}; nothing leaves it: its outbound is off`);
    });

function moment(text: string): string {
  if (/T.*(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('must be a moment with its offset, such as 2026-11-24T09:00:00Z');
}

/** The id of the backup that is meant. */
async function backupOf(
  client: ApiClient,
  source: string,
  headers: Record<string, string>,
  findTenant: (client: ApiClient, name: string) => Promise<string>,
): Promise<string> {
  const found = await backupFrom(client, source, headers);
  if (found !== undefined) return found;
  const tenant = await findTenant(client, source);
  const query = `tenant_id=${tenant}&status=completed&limit=1`;
  const { backups } = await client.data('GET', `/admin/backups?${query}`);
  if (backups[0]) return backups[0].id;
  throw new CallError(`The tenant ${source} has no backup. Make one: POST /admin/backups`);
}

function shown({ created, files }: Report): string {
  const kinds = Object.entries(created).filter(([, count]) => count > 0);
  const rows = kinds.map(([kind, count]) => [kind, String(count)]);
  return table(['KIND', 'ROWS'], [...rows, ['bytes of files', String(files.restored)]]);
}

/** @throws CallError unless the answer is yes */
async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CallError('Nothing was restored. Repeat it with --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`Restore it as the new tenant ${name}? [y/N] `);
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CallError('Nothing was restored.');
}

/** Waits for the end of a restore. */
export async function restoreEnded(client: ApiClient, begun: Restore): Promise<Restore> {
  let restore = begun;
  while (restore.status === 'pending' || restore.status === 'running') {
    await sleep(lookMs);
    restore = await client.data('GET', `/admin/restores/${restore.id}`);
  }
  return restore;
}
