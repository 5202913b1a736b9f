import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { counted } from '../ground/shapes/counted.ts';
import { type ApiClient, CallError, type Reply } from './api-client.ts';
import { printJson } from './report.ts';

type Counts = Record<string, number>;
type Only = Record<string, string[]>;

interface Report {
  created: Counts;
  updated: Counts;
  deleted: Counts;
  unchanged: Counts;
  conflicts: Array<{ kind: string; id: string; reason: string }>;
  conflict_count: number;
}

interface Restore {
  id: string;
  status: string;
  awaits_confirmation: boolean;
  undo_backup_id: string | null;
  report: Report | null;
  error: string | null;
}

export interface IntoOptions {
  mode: string;
  only?: Only;
  onConflict?: string;
  /** The state of an earlier moment, not a backup. */
  asOf?: string;
  source?: string;
  fireEvents?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

const lookMs = 1_000;

/** `types=a,b`, or `objects=@ids.txt` with an id a line. */
export function onlyOption(text: string, before: Only = {}): Only {
  const [, name, list] = /^(types|objects|resources)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || list === undefined)
    throw new InvalidArgumentError('must be types=…, objects=… or resources=…');
  const values = list.startsWith('@')
    ? readFileSync(list.slice(1), 'utf8').split(/\s+/)
    : list.split(',');
  const named = values.map((one) => one.trim()).filter((one) => one !== '');
  return { ...before, [name]: [...(before[name] ?? []), ...named] };
}

/**
 * Restores into a living tenant: tells what changes, asks, and waits for the end.
 * @param backup undefined with `asOf`: the tenant's own records as they were
 */
export async function restoreInto(
  client: ApiClient,
  backup: string | undefined,
  target: string,
  options: IntoOptions,
  headers: Record<string, string>,
): Promise<void> {
  const path = backup ? `/admin/backups/${backup}/restore` : `/admin/tenants/${target}/restore`;
  const { mode, asOf: as_of, source, only, onConflict: on_conflict } = options;
  const wanted = {
    ...(backup ? { mode, target_tenant_id: target } : { as_of, source }),
    ...{ only, on_conflict, fire_events: options.fireEvents, dry_run: options.dryRun },
  };
  const send = (more: object = {}) => client.call('POST', path, { ...wanted, ...more }, headers);
  let reply = await send();
  // It takes long to find out what changes: the same request asks for the answer.
  while (!reply.error && (await isWaiting(client, reply.data))) reply = await send();
  const { confirm_token } = reply.error ?? {};
  if (confirm_token) {
    await agreed(reply, options);
    reply = await send({ confirm_token });
  }
  if (reply.error) throw new CallError(`${reply.error.message} (${reply.error.code})`);
  if (options.dryRun && !reply.data.id) return shown(reply.data.report, options, reply.data);
  const restore = await ended(client, reply.data.id);
  if (restore.report) shown(restore.report, options, restore);
  if (restore.status !== 'completed')
    throw new CallError(`The restore ${restore.id} ${restore.status}: ${restore.error ?? ''}`);
  if (restore.undo_backup_id && !options.json)
    console.log(
      `undo       insula tenant restore ${restore.undo_backup_id} --into ${target} --mode in_place`,
    );
}

/** @returns whether it asks for a confirmation when it is known what changes */
async function isWaiting(client: ApiClient, { id }: { id?: string }): Promise<boolean> {
  return id !== undefined && (await ended(client, id)).awaits_confirmation;
}

async function agreed({ error }: Reply, { yes, json }: IntoOptions): Promise<void> {
  if (!json) console.log(error?.message);
  if (yes) return;
  if (!process.stdin.isTTY) throw new CallError('Nothing was restored. Repeat it with --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question('Change the tenant so? [y/N] ');
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CallError('Nothing was restored.');
}

/** A restore when it is over, or waits to be confirmed. */
async function ended(client: ApiClient, id: string): Promise<Restore> {
  for (;;) {
    const restore: Restore = await client.data('GET', `/admin/restores/${id}`);
    const isOver = restore.status !== 'pending' && restore.status !== 'running';
    if (isOver || restore.awaits_confirmation) return restore;
    await sleep(lookMs);
  }
}

function shown(report: Report, options: IntoOptions, whole: object): void {
  if (options.json) {
    printJson(whole);
    return;
  }
  if (options.asOf !== undefined) console.log(inOneLine(report, options));
  else inLines(report);
  for (const { id, kind, reason } of report.conflicts.slice(0, 20))
    console.log(`conflict   ${kind} ${id}: ${reason}`);
}

const number = (count: number) => count.toLocaleString('en-US');

/** Objects by their type, where only one is meant. */
function inOneLine(report: Report, { only }: IntoOptions): string {
  const [type, ...others] = only?.types ?? [];
  const objects = type !== undefined && others.length === 0 && !only?.objects ? type : 'objects';
  const parts = (['created', 'updated', 'deleted'] as const).flatMap((did) => {
    const counts = Object.entries(report[did]).map(([kind, count]) =>
      kind === 'objects' && type !== undefined
        ? `${number(count)} ${objects}`
        : counted(count, kind),
    );
    return counts.length > 0 || did === 'created' ? [`${did}  ${counts.join(', ') || '0'}`] : [];
  });
  const unchanged = Object.values(report.unchanged).reduce((all, one) => all + one, 0);
  return [
    ...parts,
    `unchanged ${number(unchanged)}`,
    `conflicts ${number(report.conflict_count)}`,
  ].join('     ');
}

function inLines(report: Report): void {
  for (const did of ['created', 'updated', 'deleted'] as const) {
    const counts = Object.entries(report[did]).map(([kind, count]) => counted(count, kind));
    if (counts.length > 0) console.log(`${did.padEnd(10)} ${counts.join(', ')}`);
  }
  console.log(`conflicts  ${report.conflict_count}`);
}
