import pg from 'pg';
import type { Config } from '../ground/config/config.ts';
import { poolOf } from './passwords.ts';
import { checkedConnections, type Rewind } from './rewind.ts';
import { addressed } from './session.ts';
import { patientMs, writeMs } from './time-limits.ts';
import { type DatabaseUrls, withOptions } from './urls.ts';

/** Settings of connections that serve requests. How statements are planned is a setting of roles: migrations/roles.sql. */
const requestSettings = {
  // Reads end sooner: see Gateway.call.
  statement_timeout: writeMs,
  idle_in_transaction_session_timeout: 15_000,
  // Ends a query whose client went away.
  client_connection_check_interval: 500,
};

const jsonTypes = new Set<number>([pg.types.builtins.JSON, pg.types.builtins.JSONB]);
const asText = (text: string) => text;

/** json and jsonb stay the text that PostgreSQL wrote: the API passes it on without parsing it. */
const jsonAsText: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    jsonTypes.has(oid) ? asText : pg.types.getTypeParser(oid, format as 'text'),
};

/** How much later than its own timeout a database that does not answer is given up. */
const graceMs = 5_000;

/**
 * The connections of the API process, as `insula_api`. json results are text on this pool, and those beside it, only.
 * An idle connection that breaks is dropped and replaced by the pool; `onError` hears of it, and `onRewind` where a
 * connection leads to a database that has gone back in time.
 */
export function apiPool(
  config: Pick<Config, 'dbPoolSize'>,
  urls: Pick<DatabaseUrls, 'api'>,
  onError: (error: Error) => void = () => {},
  onRewind: (rewind: Rewind) => void = () => {},
): pg.Pool {
  const pool = poolOf({
    ...addressed(
      withOptions(urls.api, requestSettings),
      checkedConnections(urls.api, 'gateway', onRewind),
    ),
    max: config.dbPoolSize,
    connectionTimeoutMillis: 5_000,
    // For a database that has stopped answering: later than statement_timeout, which is the database's own.
    query_timeout: writeMs + graceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'insula api',
    types: jsonAsText,
  });
  return listening(pool, onError);
}

/** A second pool beside the connections of requests, to the same database and with the same settings. */
export function sidePool(pool: pg.Pool, name: 'patient' | 'house', max: number): pg.Pool {
  const { onConnect } = pool.options;
  const patience: pg.PoolConfig = {
    query_timeout: patientMs + graceMs,
    // Not as a start parameter: PgBouncer refuses those.
    async onConnect(client) {
      await onConnect?.(client);
      await client.query(`set statement_timeout = ${patientMs}`);
    },
  };
  const side = poolOf({
    ...pool.options,
    ...(name === 'patient' ? patience : {}),
    max,
    application_name: `insula api, ${name}`,
  });
  return listening(side, (error) => void pool.emit('error', error));
}

/** Connections to another server, with the settings of those that there are. */
export function poolAt(connectionString: string, like: pg.Pool): pg.Pool {
  const pool = poolOf({ ...like.options, connectionString, connectionTimeoutMillis: 2_000 });
  return listening(pool, (error) => void like.emit('error', error));
}

/** One in use fails its query, which tells; without a listener its error event would end the process. */
function listening(pool: pg.Pool, onError: (error: Error) => void): pg.Pool {
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool.on('error', onError);
}

/**
 * Ends a pool and waits until its connections are closed; `pool.end()` resolves while they are still closing, and a
 * PostgreSQL that stops meanwhile makes them fail.
 */
export async function closePool(pool: pg.Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => {
    if (open === 0) resolve();
    pool.on('remove', () => {
      open -= 1;
      if (open === 0) resolve();
    });
  });
  await pool.end();
  await closed;
}
