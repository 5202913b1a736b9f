import { remakeData } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { checkSource, type Source } from '../variants/source.ts';
import { grantOf, specOf, type VariantQuery } from '../variants/spec.ts';

/** The answer of api.file_sign: the file, its expiry, and that the caller may share it. */
interface Signable extends Source {
  generation: number;
  expires: number;
  expires_at: string;
  ttl: number;
}

interface Asked {
  file_id: string;
  expires_in?: number;
  download?: boolean;
  variant?: string;
  if_match?: unknown;
}

/** The target of a signed URL: its part of the file's path, and the signed content (see Grant.what). */
interface Target {
  path: string;
  query: Record<string, string>;
  what: string;
}

/** POST /v1/files/:file_id/signed-url: the database says whether and until when by its clock, then it is signed. */
export async function signFile({
  args,
  caller,
  run,
  services,
}: HandlerCall<Asked>): Promise<string> {
  const { file_id, expires_in, download, variant, if_match: _, ...how } = args;
  const isVariant = variant !== undefined || Object.keys(how).length > 0;
  const { path, query, what } = isVariant ? variantOf(variant, how) : content;
  const answer = await run('file_sign', { file_id, ...(expires_in ? { expires_in } : {}) });
  return remakeData<Signable>(answer, ({ generation, expires, expires_at, ttl, ...source }) => {
    if (isVariant) checkSource(source);
    const grant = {
      method: 'GET' as const,
      tenant: caller.tenant,
      file: file_id,
      generation,
      what,
      isDownload: download === true,
      expires,
    };
    const url = services.fileSigner.url(`/v1/files/${file_id}/${path}`, grant, query);
    return { url, expires_at, ttl };
  });
}

const content: Target = { path: 'content', query: {}, what: '' };

/** Parameters of an image without a variant are those of a custom one. @throws 400 */
function variantOf(name = 'custom', how: VariantQuery): Target {
  const query = Object.fromEntries(Object.entries(how).map(([key, value]) => [key, String(value)]));
  return { path: `variants/${name}`, query, what: grantOf(specOf(name, how)) };
}
