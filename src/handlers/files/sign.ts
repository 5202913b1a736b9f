import { remakeData } from '../../http/envelope.ts';
import type { HandlerCall } from '../../http/handler.ts';

/** What api.file_sign says: who asks may share the file, and until when. */
interface Signable {
  generation: number;
  expires: number;
  expires_at: string;
  ttl: number;
}

/** POST /v1/files/:file_id/signed-url: the database says whether and until when by its clock, then it is signed. */
export async function signFile({ args, caller, run, services }: HandlerCall): Promise<string> {
  const { file_id, download, ...asked } = args as { file_id: string; download?: boolean };
  const answer = await run('file_sign', { ...asked, file_id });
  return remakeData<Signable>(answer, ({ generation, expires, expires_at, ttl }) => {
    const url = services.fileSigner.url(`/v1/files/${file_id}/content`, {
      method: 'GET',
      tenant: caller.tenant,
      file: file_id,
      generation,
      what: '',
      isDownload: download === true,
      expires,
    });
    return { url, expires_at, ttl };
  });
}
