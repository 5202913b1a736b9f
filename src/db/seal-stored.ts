import type pg from 'pg';
import type { Logger } from 'pino';
import type { Box } from '../credentials/box.ts';
import {
  type HeaderedCall,
  maskHeaders,
  sealHeaders,
  secretHeader,
} from '../credentials/secret-headers.ts';
import { callColumns, inActions, inCalls } from '../credentials/stored-calls.ts';
import { ApiError } from '../ground/errors.ts';

type Json = Record<string, unknown>;
/** Becomes something else, or the same value where nothing is to be changed. */
type Change = (call: HeaderedCall, tenant: string) => unknown;

/** Where events are kept that told of them. */
const told = [
  { table: 'webhook_deliveries', column: 'request_body' },
  { table: 'automation_runs', column: 'trigger' },
  { table: 'function_runs', column: 'input' },
] as const;

const page = 500;
const note = 'secret headers and settings were blanked when secrets began to be sealed';

/**
 * Seals the secrets that earlier versions kept in clear in headers, and blanks what logs and the journal hold of them; the
 * seals of the journal say so. Repeatable: what is sealed stays as it is.
 * @param client as the owner of the tables
 */
export async function sealStored(client: pg.Client, box: Box, log: Logger): Promise<void> {
  const seal: Change = (call, tenant) => {
    try {
      return sealHeaders(call, [], 'headers', { box, tenant });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.warn({ tenant, url: call.url }, `a header stays in clear: ${error.message}`);
      return call;
    }
  };
  let sealed = 0;
  for (const place of callColumns) sealed += await sealColumn(client, place, seal);
  await client.query(
    `update app.webhook_deliveries d set request_headers = (
       select jsonb_object_agg(h.key, case when h.key ~* $1 and h.key !~* '^webhook-' then '"••••"' else h.value end)
       from jsonb_each(d.request_headers) h)
     where d.request_headers::text ~* $1 and exists (
       select from jsonb_each_text(d.request_headers) h
       where h.key ~* $1 and h.key !~* '^webhook-' and h.value <> '••••')`,
    [secretHeader.source],
  );
  for (const place of told) await blankEvents(client, place);
  const blanked = await blankJournal(client);
  if (sealed + blanked > 0) log.info({ sealed, blanked }, 'sealed secrets that lay in clear');
}

async function sealColumn(
  client: pg.Client,
  { table, column, key, shape }: (typeof callColumns)[number],
  seal: Change,
): Promise<number> {
  const names = ['tenant_id', ...key];
  const url = shape === 'headers' ? 'url' : 'null';
  let after: unknown[] = names.map((name) => (name === 'version' ? 0 : ''));
  let sealed = 0;
  for (;;) {
    const { rows } = await client.query(
      `select ${names.join()}, ${column} as value, ${url} as url from app.${table}
       where ${column}::text ~* $1 and (${names.join()}) > (${names.map((_, i) => `$${i + 2}`).join()})
       order by ${names.join()} limit ${page}`,
      [secretHeader.source, ...after],
    );
    for (const row of rows) {
      const tenant = row.tenant_id;
      const value = inCalls(row.value, shape, row.url, (call) => seal(call, tenant));
      if (JSON.stringify(value) === JSON.stringify(row.value)) continue;
      const match = names.map((name, i) => `${name} = $${i + 2}`).join(' and ');
      const keys = names.map((name) => row[name]);
      await client.query(`update app.${table} set ${column} = $1 where ${match}`, [
        JSON.stringify(value),
        ...keys,
      ]);
      sealed++;
    }
    if (rows.length < page) return sealed;
    after = names.map((name) => rows.at(-1)[name]);
  }
}

/** Events of automations, jobs and workflows as listeners were told of them. */
async function blankEvents(
  client: pg.Client,
  { table, column }: (typeof told)[number],
): Promise<void> {
  const { rows } = await client.query(
    `select tenant_id, id, ${column}::text as value from app.${table}
     where ${column}::text ~ '"type" ?: ?"(automation|job|workflow)\\.' and ${column}::text ~* $1`,
    [secretHeader.source],
  );
  for (const { tenant_id, id, value } of rows) {
    const event = JSON.parse(value);
    const blank = JSON.stringify(inActions(event, maskCall));
    if (blank === JSON.stringify(event)) continue;
    await client.query(`update app.${table} set ${column} = $1 where tenant_id = $2 and id = $3`, [
      blank,
      tenant_id,
      id,
    ]);
  }
}

/** Rows of automations, jobs and workflows hold calls; rows of plugins, settings that were secrets once. */
async function blankJournal(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select tenant_id, xid::text, id, resource_type, resource_id, before, after from app.journal
     where resource_type in ('automation', 'job', 'workflow')
         and (coalesce(before::text, '') || coalesce(after::text, '')) ~* $1
       or resource_type = 'plugin'
     order by tenant_id, xid, id`,
    [secretHeader.source],
  );
  const secretsOf = new Map<string, Set<string>>();
  for (const { tenant_id, resource_type, resource_id, before, after } of rows)
    if (resource_type === 'plugin') {
      const names = secretsOf.get(tenant_id + resource_id) ?? new Set();
      secretsOf.set(tenant_id + resource_id, names);
      for (const state of [before, after])
        for (const [name, value] of Object.entries(state?.config_json ?? {}))
          if (isMasked(value)) names.add(name);
    }
  let blanked = 0;
  for (const row of rows) {
    const names = secretsOf.get(row.tenant_id + row.resource_id) ?? new Set();
    const blank = (state: Json | null) =>
      row.resource_type === 'plugin' ? withoutSettings(state, names) : inActions(state, maskCall);
    const states = [blank(row.before), blank(row.after)].map((state) => JSON.stringify(state));
    if (states[0] === JSON.stringify(row.before) && states[1] === JSON.stringify(row.after))
      continue;
    const key = [row.tenant_id, row.xid, row.id];
    await client.query(
      `update app.journal set before = $4, after = $5 where tenant_id = $1 and xid = $2::xid8 and id = $3`,
      [...key, ...states.map((state) => (state === 'null' ? null : state))],
    );
    await client.query(
      'update app.journal_seals set note = $4 where tenant_id = $1 and xid = $2::xid8 and id = $3',
      [...key, `${new Date().toISOString()}: ${note}`],
    );
    blanked++;
  }
  return blanked;
}

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.startsWith('••••');

const maskCall = (call: HeaderedCall): unknown => ({
  ...call,
  headers: maskHeaders(call.headers as Record<string, string>),
});

function withoutSettings(state: Json | null, names: ReadonlySet<string>): Json | null {
  if (!state?.config_json) return state;
  const config = Object.entries(state.config_json).map(([name, value]) => [
    name,
    names.has(name) && !isMasked(value) ? '••••' : value,
  ]);
  return { ...state, config_json: Object.fromEntries(config) };
}
