import { isIP } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { readBeside, smallLength } from '../../../computing/foreign.ts';
import { integrationSecrets } from '../../../credentials/places.ts';
import { ApiError } from '../../../ground/errors.ts';
import { OutboundError } from '../../../outbound/safe-fetch.ts';
import type { Cursor, Provider, ProviderContext, RecordFault } from './provider.ts';
import { faultsOf } from './read.ts';

const timeoutMs = 30_000;
const maxBytes = 32 * 1024 * 1024;
const pageSize = 5000;
const maxPages = 200;
/** Without control characters: a server of another protocol finds no line in it. */
const text = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}]+$/u, 'must be one line');

const config = z.object({
  host: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9._:-]+$/, 'must be a host name or an address'),
  port: z.number().int().min(1024).max(65_535).optional(),
  database: text,
  username: text,
  password: text,
  tls: z.enum(['require', 'off']).optional().meta({ description: 'Default require' }),
  query: z
    .string()
    .min(1)
    .max(10_000)
    .meta({ description: 'One SELECT; each of its rows is a record' }),
  watermark: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'must be the name of a column')
    .optional()
    .meta({
      description:
        'A column that grows, such as updated_at: the next sync only asks for greater values',
    }),
});
type Postgres = z.infer<typeof config>;

/** Rows of another PostgreSQL: read only, with a limit of time and bytes. */
export const postgres: Provider<Postgres> = {
  name: 'postgres',
  description: 'Rows of a query in another PostgreSQL',
  config,
  ...integrationSecrets.postgres,
  directions: () => ['inbound'],
  async check({ host, port = 5432 }, outbound) {
    try {
      await outbound.checkedAddresses(host, port);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw ApiError.invalid(
        'config_json.host',
        'invalid_host',
        `cannot be called. ${error.message}`,
      );
    }
  },
  async *pull(given, context, cursor) {
    const client = await connect(given, context);
    try {
      await client.query('begin isolation level repeatable read read only');
      let state = cursor;
      for (let pages = 0; pages < maxPages; pages++) {
        const { records, faults, next, isLast } = await page(client, given, state, context.tenant);
        state = next;
        yield { records, faults, next };
        if (isLast) return;
      }
      throw new OutboundError('There are more rows. The next sync continues there.');
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      throw new OutboundError(`The query failed: ${error.message.slice(0, 300)}`, { cause: error });
    } finally {
      await client.end().catch(() => {});
    }
  },
};

/** @throws OutboundError for an address that must not be reached, and where no one answers */
async function connect(given: Postgres, { outbound, tenant }: ProviderContext): Promise<pg.Client> {
  const { host, port = 5432, database, username, password, tls } = given;
  const [address] = await outbound.of(tenant, 'integration').addressesToReach(host, port);
  if (address === undefined) throw new OutboundError(`${host} cannot be found.`);
  const client = new pg.Client({
    // The very address that was checked: no second look-up could change its mind.
    host: address,
    port,
    database,
    user: username,
    password,
    ssl: tls === 'off' ? false : { ...(isIP(host) ? {} : { servername: host }) },
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
  });
  client.on('error', () => {});
  const { stream } = (
    client as unknown as {
      connection: { stream: NodeJS.ReadableStream & { destroy(error: Error): void } };
    }
  ).connection;
  let size = 0;
  stream.on('data', (bytes: Buffer) => {
    size += bytes.length;
    if (size > maxBytes) stream.destroy(new Error('too many bytes'));
  });
  try {
    await client.connect();
  } catch (cause) {
    throw new OutboundError(
      `${host} does not let us in: ${(cause as Error).message.slice(0, 200)}`,
      { cause },
    );
  }
  return client;
}

async function page(
  client: pg.Client,
  { query, watermark }: Postgres,
  state: Cursor,
  tenant: string,
) {
  const inner = query.trim().replace(/;+$/, '');
  const column = watermark === undefined ? undefined : `q."${watermark}"`;
  const values = column && typeof state.since === 'string' ? [state.since] : [];
  const { rows } = await client.query<{ record: string; mark: string | null }>({
    // As one statement of the extended protocol: nothing can follow it.
    text: `select to_jsonb(q)::text as record, ${column ?? 'null'}::text as mark from (${inner}\n) q
      ${values.length > 0 ? `where ${column} > $1` : column ? `where ${column} is not null` : ''}
      ${column ? `order by ${column}` : ''} limit ${column ? pageSize + 1 : pageSize * maxPages}`,
    values,
    queryMode: 'extended',
  } as pg.QueryConfig);
  const isLast = !column || rows.length <= pageSize;
  const last = rows.at(-1)?.mark ?? undefined;
  // Of rows with the same mark none is left behind.
  const kept = isLast ? rows : rows.filter(({ mark }) => mark !== last);
  if (kept.length === 0 && rows.length > 0)
    throw new OutboundError(`More than ${pageSize} rows have the same ${watermark}.`);
  const since = kept.at(-1)?.mark ?? state.since;
  const records: unknown[] = [];
  const faults = new Map<number, RecordFault>();
  let length = 0;
  for (const [index, { record }] of kept.entries()) {
    length += record.length;
    if (length > smallLength) {
      length = 0;
      await nextRound();
    }
    const read = await readBeside(tenant, `[${record}]`);
    const [fault] = faultsOf([], read, undefined).values();
    if (fault) faults.set(index, fault);
    records.push((read.value as unknown[])[0]);
  }
  return {
    records,
    faults,
    next: column && since !== undefined ? { since } : {},
    isLast,
  };
}
