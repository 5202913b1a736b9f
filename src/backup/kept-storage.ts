import type { Storage } from '../storage/storage.ts';
import { type KeptFrom, keptBytes, keptNames } from './kept-files.ts';

/** Where bytes of files are read as of an earlier moment: the storage, and BACKUP_TO for those that have left it since. */
export async function withKept(
  storage: Storage,
  from: KeptFrom,
  tenant: string,
): Promise<Pick<Storage, 'has' | 'open'>> {
  const names = await keptNames(from.destination, tenant);
  return {
    has: async (key) => names.has(key) || storage.has(key),
    async open(key) {
      const name = names.get(key);
      return name !== undefined && !(await storage.has(key))
        ? keptBytes(from, name)
        : storage.open(key);
    },
  };
}
