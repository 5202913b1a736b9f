import { buffer } from 'node:stream/consumers';
import { openDestination } from '../../../backup/destination.ts';
import { BackupError } from '../../../backup/errors.ts';
import { type Named, storedBase } from '../../../backup/stored-base.ts';
import type { BackupConfig } from '../../../ground/config/backup.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { mediaType } from '../../../snapshot/format.ts';
import { ofNoTenant } from '../../../snapshot/shelf.ts';
import { sendWhole } from '../../../storage/pump.ts';
import type { ByteRange, Storage } from '../../../storage/storage.ts';
import { sendContent } from '../../files/index.ts';
import { baseNameOf, fileNameOf } from '../file-name.ts';
import { baseOf } from './base-of.ts';

interface Stored {
  id: string;
  tenant_id: string | null;
  slug: string | null;
  size_bytes: number;
  checksum: string;
  snapshot_at: string;
  finished_at: string;
  /** Of a backup of the whole installation. */
  base: string | null;
  chain: string | null;
}

/** GET /admin/backups/:backup_id/download: the bytes as they are stored, at the pace of the client. */
export async function downloadBackup(call: HandlerCall<{ backup_id: string }>): Promise<undefined> {
  const { args, ask, services } = call;
  const stored = await ask<Stored>('backup_download', { ...args, ...baseOf(services) });
  const { id, size_bytes, checksum, finished_at } = stored;
  const { storage, ...named } = await bytesOf(services, stored);
  await sendContent(
    { ...call, services: { ...services, storage: storage as unknown as Storage } },
    {
      storage_key: id,
      ...named,
      size_bytes,
      checksum: checksum.replace(/^sha256:/, ''),
      updated_at: finished_at,
    },
    { isDownload: true, cacheControl: 'private, no-store' },
  );
}

interface Bytes {
  storage: Pick<Storage, 'find' | 'read'>;
  filename: string;
  mime_type: string;
}

async function bytesOf(services: HandlerCall['services'], stored: Stored): Promise<Bytes> {
  const { id, base, chain, slug, snapshot_at } = stored;
  if (base !== null) return bytesOfBase(services, { base, chain }, snapshot_at);
  const place = { tenant: stored.tenant_id ?? ofNoTenant, id };
  const { shelf } = services;
  return {
    storage: {
      find: (_key, range) => shelf.find(place, range),
      read: async () => buffer(await shelf.open(place)),
    },
    filename: fileNameOf(slug, snapshot_at),
    mime_type: mediaType,
  };
}

/** @throws 409 where retention has removed it since its record was read, or its base.json cannot be used */
async function bytesOfBase(
  { config }: HandlerCall['services'],
  named: Named,
  snapshotAt: string,
): Promise<Bytes> {
  const { to } = config.backup as BackupConfig;
  const destination = await openDestination(to);
  const found = await storedBase(destination, named).catch((error) => {
    throw error instanceof BackupError ? new ApiError('INVALID_STATE', error.message) : error;
  });
  const gone = () =>
    new ApiError('INVALID_STATE', `This backup is not at ${destination.name} any more.`);
  if (!found) throw gone();
  const open = async (range?: ByteRange) => {
    const source = await destination.read(found.tar.key, range);
    if (!source) throw gone();
    return source;
  };
  return {
    storage: {
      async find(_key, range) {
        const source = await open(range);
        return { sendTo: (sink) => sendWhole(source, sink, range.end - range.start + 1) };
      },
      read: async () => buffer(await open()),
    },
    filename: baseNameOf(snapshotAt, found.encrypted),
    mime_type: found.encrypted ? 'application/octet-stream' : 'application/zstd',
  };
}
