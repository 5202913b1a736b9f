import { Readable } from 'node:stream';
import type { OpenedTarget, TargetParts } from '../../snapshot/child.ts';
import type { Brought, BytesGiven } from './bring-bytes.ts';

/** In the child: puts some files of a snapshot into the storage of a tenant, and leaves everything else. */
export async function openBytesTarget(
  { storage }: TargetParts,
  { tenant, checksums }: BytesGiven,
): Promise<OpenedTarget> {
  const wanted = new Set(checksums);
  const brought: Brought = {};
  const nothing = async () => {};
  return {
    ...{ begin: nothing, rows: nothing, journal: nothing, secrets: nothing, end: nothing },
    async file({ sha256, bytes }, content) {
      if (!wanted.has(sha256)) {
        for await (const _ of content);
        return;
      }
      const { key, checksum } = await storage.put(tenant, Readable.from(content), {
        maxBytes: bytes,
        exactBytes: bytes,
      });
      // Reading ends with an error where the bytes are others than the entry names.
      if (checksum === sha256) brought[sha256] = { key, size: bytes };
      else await storage.remove([key]);
    },
    result: () => Promise.resolve(brought),
  };
}
