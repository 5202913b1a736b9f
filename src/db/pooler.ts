import pg from 'pg';
import { randomText } from '../ground/machine/secrets.ts';
import { DatabaseError } from './client.ts';
import { withAnyPassword } from './passwords.ts';
import { withSettingsAfter } from './session.ts';
import { withOptions, withoutOptions } from './urls.ts';

/** The effect on sessions of a pooler between this process and PostgreSQL. */
export interface Way {
  /** The address to use for it: marked where settings get lost (`withSettingsAfter`). */
  url: string;
  /** Whether something answers in PostgreSQL's place: a pooler in session mode. */
  isPooled: boolean;
}

const setting = 'insula.probe';
const refusesSettings = /unsupported startup parameter/;
/** One round finds any pooler that has no other users; on a busy one, chance may hide it from one of them. */
const rounds = 4;
/** A pooler in session mode whose connections are all in use lets the second one wait for the first. */
const secondMs = 2_000;

/**
 * Finds out whether a pooler is in between. A pooler in transaction or statement mode runs each statement in any of its
 * sessions: what a
 * connection has set is gone at its next statement, or another connection sees it. Neither happens at PostgreSQL itself, nor
 * with a pooler in session mode.
 * @throws DatabaseError where sessions are shared; the error of the connection where there is none
 */
export const findWay = (url: string): Promise<Way> => withAnyPassword(url, wayAt);

async function wayAt(url: string): Promise<Way> {
  const { client, sent } = await connectWithSetting(url);
  const second = clientOf(withoutOptions(url));
  try {
    const { probe, pid } = await look(client);
    const keepsSettings = sent !== undefined && probe === sent;
    if (await isShared(client, second)) throw new DatabaseError(sharedSessions);
    return {
      url: keepsSettings ? url : withSettingsAfter(url),
      isPooled: !keepsSettings || pid !== (client as unknown as Connected).processID,
    };
  } finally {
    await Promise.all([client, second].map((one) => one.end().catch(() => {})));
  }
}

const sharedSessions =
  'DATABASE_URL leads through a connection pooler in transaction or statement mode, where Insula cannot work: ' +
  'set pool_mode = session there (PgBouncer; with others, session mode), or point DATABASE_URL at PostgreSQL itself.';

/** Fields that pg's types do not name: the number of the session, as announced when the connection was opened. */
interface Connected {
  processID: number;
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'insula pooler check',
    connectionTimeoutMillis: 15_000,
  });
  return client.on('error', () => {});
}

/** @returns a connection, and what it has set while it was opened; nothing where that is refused */
async function connectWithSetting(url: string): Promise<{ client: pg.Client; sent?: string }> {
  const sent = newToken();
  const client = clientOf(withOptions(url, { [setting]: sent }));
  try {
    await client.connect();
    return { client, sent };
  } catch (error) {
    await client.end().catch(() => {});
    if (!refusesSettings.test((error as Error).message)) throw error;
  }
  const bare = clientOf(withoutOptions(url));
  await bare.connect();
  return { client: bare };
}

async function isShared(first: pg.Client, second: pg.Client): Promise<boolean> {
  const hasSecond = await second.connect().then(
    () => true,
    () => false,
  );
  for (let round = 0; round < rounds; round++) {
    const token = newToken();
    await first.query(`select set_config('${setting}', $1, false)`, [token]);
    if ((await look(first)).probe !== token) return true;
    // The session that was given back last is given out first.
    const others = hasSecond ? await look(second, secondMs).catch(() => undefined) : undefined;
    if (others?.probe === token || (await look(first)).probe !== token) return true;
    if (!others) return false;
  }
  return false;
}

async function look(client: pg.Client, withinMs?: number): Promise<{ pid: number; probe: string }> {
  const { rows } = await client.query({
    text: `select pg_backend_pid() as pid, current_setting('${setting}', true) as probe`,
    query_timeout: withinMs,
  } as pg.QueryConfig);
  return rows[0];
}

const newToken = (): string => randomText(9, 'base64url');
