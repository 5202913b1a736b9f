import type { Context } from '../../../operations/operation.ts';

/** The answer of platform.owner_ticket_attachment_sign. */
interface Signable {
  tenant_id: string;
  generation: number;
  expires: number;
  expires_at: string;
  ttl: number;
}

/** POST …/attachments/:file_id/signed-url: the database says whether, then it is signed for the tenant of the ticket. */
export function signAttachment(
  { services }: Context,
  { tenant_id: tenant, generation, expires, expires_at, ttl }: Signable,
  { file_id: file }: { ticket_id: string; file_id: string },
): object {
  const grant = {
    method: 'GET' as const,
    tenant,
    file,
    generation,
    what: '',
    isDownload: true,
    expires,
  };
  return { url: services.fileSigner.url(`/v1/files/${file}/content`, grant), expires_at, ttl };
}
