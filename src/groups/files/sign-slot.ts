import { type AnyAnswer, remakeData } from '../../operations/answer.ts';
import type { Caller } from '../../operations/caller.ts';
import type { OperationServices } from '../../operations/operation.ts';

/** A slot as app.file_slot_json has it. */
export interface Slot {
  file_id: string;
  storage_key: string;
  size_bytes: number;
  mime_type: string;
  expires_at: string;
  /** In seconds since 1970. */
  expires: number;
  generation: number;
}

/** The receiver of a slot's signature. */
interface Signer {
  caller: Pick<Caller, 'tenant'>;
  services: Pick<OperationServices, 'storage' | 'fileSigner'>;
  /** A dry run has no place for bytes. */
  isDryRun?: boolean | undefined;
}

/** Signs the way to a slot that an answer holds: see wayToSlot. */
export const signSlot = (signer: Signer, answer: AnyAnswer, isDirect = true): Promise<AnyAnswer> =>
  remakeData<Slot>(answer, (slot) => wayToSlot(signer, slot, isDirect));

/**
 * The way to a slot: `upload_endpoint`, and the storage itself where it takes uploads. Signed again where an answer is
 * repeated for its Idempotency-Key; kept answers hold no token.
 * @param isDirect whether the bytes may go to the storage past us
 */
export async function wayToSlot(
  { caller, services, isDryRun }: Signer,
  slot: Slot,
  isDirect = true,
): Promise<object> {
  const { storage, fileSigner } = services;
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
  const direct =
    isDryRun || !isDirect
      ? undefined
      : await storage.presignUpload?.(storage_key, {
          sizeBytes: slot.size_bytes,
          mimeType: slot.mime_type,
          expiresIn: Math.max(1, expires - Math.floor(Date.now() / 1000)),
        });
  return {
    file_id,
    ...(isDirect ? { storage_key } : {}),
    upload_endpoint: `/v1/files/${file_id}/upload-put?${query}`,
    expires_at,
    ...(isDirect ? { direct: direct ?? null } : {}),
  };
}
