import type { Context } from '../../../operations/operation.ts';
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

/** POST /v1/files/:file_id/signed-url: the database decides whether and until when by its clock, then it is signed. */
export function prepareSigning(_: Context, { file_id, expires_in, ...asked }: Asked): object {
  targetOf(asked);
  return { file_id, ...(expires_in ? { expires_in } : {}) };
}

export function signFile(
  { caller, services }: Context,
  { generation, expires, expires_at, ttl, ...source }: Signable,
  { file_id, expires_in: _, ...asked }: Asked,
): object {
  const { path, query, what } = targetOf(asked);
  if (path !== content.path) checkSource(source);
  const grant = {
    method: 'GET' as const,
    tenant: caller.tenant,
    file: file_id,
    generation,
    what,
    isDownload: asked.download === true,
    expires,
  };
  const url = services.fileSigner.url(`/v1/files/${file_id}/${path}`, grant, query);
  return { url, expires_at, ttl };
}

function targetOf({
  download: _,
  variant,
  if_match: __,
  ...how
}: Omit<Asked, 'file_id' | 'expires_in'>): Target {
  const isVariant = variant !== undefined || Object.keys(how).length > 0;
  return isVariant ? variantOf(variant, how) : content;
}

const content: Target = { path: 'content', query: {}, what: '' };

/** Parameters of an image without a variant are those of a custom one. @throws 400 */
function variantOf(name = 'custom', how: VariantQuery): Target {
  const query = Object.fromEntries(Object.entries(how).map(([key, value]) => [key, String(value)]));
  return { path: `variants/${name}`, query, what: grantOf(specOf(name, how)) };
}
