import { remakeData } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';

interface Slot {
  file_id: string;
  storage_key: string;
  size_bytes: number;
  mime_type: string;
  expires_at: string;
  /** In seconds since 1970. */
  expires: number;
  generation: number;
}

/**
 * POST /v1/files/upload-url: the database makes the slot, this signs the way to it. Signed again where an answer is
 * repeated for its Idempotency-Key; kept answers hold no token.
 */
export async function openSlot(call: HandlerCall): Promise<string> {
  const { args, caller, services, run, ctx } = call;
  const { storage, fileSigner } = services;
  return remakeData<Slot>(await run('file_upload_url', args), async (slot) => {
    const { file_id, storage_key, expires_at, expires, generation } = slot;
    const token = fileSigner.sign({
      method: 'PUT',
      tenant: caller.tenant,
      file: file_id,
      generation,
      what: '',
      isDownload: false,
      expires,
    });
    const query = new URLSearchParams({ token, expires: String(expires), t: caller.tenant });
    const direct = ctx.isDryRun
      ? undefined
      : await storage.presignUpload?.(storage_key, {
          sizeBytes: slot.size_bytes,
          mimeType: slot.mime_type,
          expiresIn: Math.max(1, expires - Math.floor(Date.now() / 1000)),
        });
    return {
      file_id,
      storage_key,
      upload_endpoint: `/v1/files/${file_id}/upload-put?${query}`,
      expires_at,
      direct: direct ?? null,
    };
  });
}
