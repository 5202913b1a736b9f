import { remakeData } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { functionOf } from '../../../http/route.ts';

/** The answer of platform.owner_ticket_attachment_sign. */
interface Signable {
  tenant_id: string;
  generation: number;
  expires: number;
  expires_at: string;
  ttl: number;
}

/** POST …/attachments/:file_id/signed-url: the database says whether, then it is signed for the tenant of the ticket. */
export async function signAttachment({
  route,
  args,
  run,
  services,
}: HandlerCall<{ ticket_id: string; file_id: string }>): Promise<string> {
  const answer = await run(functionOf(route), args);
  return remakeData<Signable>(
    answer,
    ({ tenant_id: tenant, generation, expires, expires_at, ttl }) => {
      const file = args.file_id;
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
    },
  );
}
