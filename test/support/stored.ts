import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storageOf } from '../../src/storage/open.ts';
import type { TenantClient } from './api.ts';
import type { TestServer } from './server.ts';

/** The bytes in the storage of a tenant, whatever the database knows of them, and those still on their way in. */
export async function storedKeys(
  { config }: Pick<TestServer, 'config'>,
  { tenant }: Pick<TenantClient, 'tenant'>,
): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storageOf(config).list(tenant.id)) keys.push(key);
  const incoming = join(config.dataDir, 'files', '.incoming');
  const temporary = await readdir(incoming).catch(() => []);
  return [...keys, ...temporary].toSorted();
}
