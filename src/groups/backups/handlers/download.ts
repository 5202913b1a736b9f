import { buffer } from 'node:stream/consumers';
import type { HandlerCall } from '../../../operations/handler.ts';
import { mediaType } from '../../../snapshot/format.ts';
import { ofNoTenant } from '../../../snapshot/shelf.ts';
import type { Storage } from '../../../storage/storage.ts';
import { sendContent } from '../../files/index.ts';
import { fileNameOf } from '../file-name.ts';

interface Stored {
  id: string;
  tenant_id: string | null;
  slug: string | null;
  size_bytes: number;
  checksum: string;
  snapshot_at: string;
  finished_at: string;
}

/** GET /admin/backups/:backup_id/download: the bytes as they are stored, at the pace of the client. */
export async function downloadBackup(call: HandlerCall<{ backup_id: string }>): Promise<undefined> {
  const { args, ask, services } = call;
  const stored = await ask<Stored>('backup_download', args);
  const { id, slug, size_bytes, checksum, snapshot_at, finished_at } = stored;
  const place = { tenant: stored.tenant_id ?? ofNoTenant, id };
  const { shelf } = services;
  const storage = {
    find: (_key, range) => shelf.find(place, range),
    read: async () => buffer(await shelf.open(place)),
  } satisfies Partial<Storage> as unknown as Storage;
  await sendContent(
    { ...call, services: { ...services, storage } },
    {
      storage_key: id,
      filename: fileNameOf(slug, snapshot_at),
      mime_type: mediaType,
      size_bytes,
      checksum: checksum.replace(/^sha256:/, ''),
      updated_at: finished_at,
    },
    { isDownload: true, cacheControl: 'private, no-store' },
  );
}
