import { createHash } from 'node:crypto';
import { BackupError } from '../../backup/errors.ts';
import type { KeptFrom } from '../../backup/kept-files.ts';
import { withKept } from '../../backup/kept-storage.ts';
import { storageOf } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import { asOwner } from './checks.ts';
import type { DrillServer } from './server.ts';

/** How many files are looked for, and of how many the bytes are read: those of any drill are others. */
const most = { looked: 10_000, read: 100 };
const shownFaults = 20;

interface Blob {
  tenant_id: string;
  key: string;
  checksum: string;
  size: string;
}

/**
 * Looks for the bytes of files that the copy knows, in the storage of the running server and at BACKUP_TO.
 * @throws BackupError that names those that are missing, or are not what they were
 */
export async function checkFiles(
  { url }: DrillServer,
  config: Parameters<typeof storageOf>[0],
  from: KeptFrom,
): Promise<string> {
  const { rows } = await asOwner(url, (client) =>
    client.query<Blob>(
      `select b.tenant_id, b.storage_key as key, b.checksum, b.size_bytes as size
       from app.blobs b where not b.is_going order by random() limit $1`,
      [most.looked],
    ),
  );
  const faults: string[] = [];
  let read = 0;
  for (const [tenant, blobs] of Map.groupBy(rows, ({ tenant_id }) => tenant_id)) {
    const storage = await withKept(storageOf(config), from, tenant);
    for (const blob of blobs) {
      const isRead = read < most.read;
      if (isRead) read += 1;
      const fault = await faultOf(storage, blob, isRead);
      if (fault) faults.push(`${blob.key} ${fault}`);
    }
  }
  const counts = `looked for: ${rows.length}, read: ${read}`;
  if (faults.length === 0) return `the bytes of files are there (${counts})`;
  throw new BackupError(
    `Bytes of files that are wrong: ${faults.length} (${counts}): ${faults.slice(0, shownFaults).join('; ')}`,
  );
}

async function faultOf(
  storage: Pick<Storage, 'has' | 'open'>,
  { key, checksum, size }: Blob,
  isRead: boolean,
): Promise<string | undefined> {
  if (!(await storage.has(key))) return 'is missing';
  if (!isRead) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of await storage.open(key)) {
    hash.update(piece);
    bytes += piece.length;
  }
  const isSame = bytes === Number(size) && hash.digest('hex') === checksum;
  return isSame ? undefined : 'is not what it was';
}
