import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Gateway } from '../db/call.ts';
import { Connections } from '../db/connections.ts';
import type { Config } from '../ground/config/config.ts';
import { randomText } from '../ground/machine/secrets.ts';
import { dataOf } from '../operations/answer.ts';
import { Operations } from '../operations/operations.ts';

export interface FirstKey {
  /** The API key, as text. */
  token: string;
  /** Where it is kept (mode 600). */
  path: string;
  /** Whether it was made by this start. */
  isNew: boolean;
}

/**
 * On an empty database: creates a tenant and keeps its key in `DATA_DIR/first-key`.
 * @returns the key, made now or at the first start; undefined when the tenants came from elsewhere
 */
export async function ensureFirstTenant(
  config: Config,
  pool: pg.Pool,
): Promise<FirstKey | undefined> {
  const path = firstKeyPath(config.dataDir);
  const token = await createFirstTenant(pool);
  if (token) {
    mkdirSync(config.dataDir, { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, `${token}\n`, { mode: 0o600 });
    return { token, path, isNew: true };
  }
  const kept = readFirstKey(config.dataDir);
  return kept ? { token: kept, path, isNew: false } : undefined;
}

/** The token of the new tenant, or undefined when there are tenants already. */
async function createFirstTenant(pool: pg.Pool): Promise<string | undefined> {
  const connections = new Connections(pool);
  const gateway = new Gateway(connections);
  const operations = new Operations(gateway);
  // As the platform's operator, who this process is.
  const caller = { request_id: `req_${randomText(16, 'hex')}`, ip: '127.0.0.1' };
  try {
    const { total } = dataOf<{ total: number }>(
      await operations.platform(caller, 'tenant_list', { limit: 1 }),
    );
    if (total > 0) return undefined;
    const tenant = await gateway.newTenantId(caller);
    const args = { name: 'First tenant', slug: 'first' };
    const made = await operations.platform(caller, 'tenant_create', args, { tenant });
    return dataOf<{ token: string }>(made).token;
  } catch (error) {
    // Another process, started at the same moment, made it: the slug is taken.
    if ((error as pg.DatabaseError).code === 'PT409') return undefined;
    throw error;
  } finally {
    await connections.close();
  }
}

const firstKeyPath = (dataDir: string) => join(dataDir, 'first-key');

/** The key that the first start kept, if it is still there. */
export function readFirstKey(dataDir: string): string | undefined {
  const path = firstKeyPath(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined;
}
