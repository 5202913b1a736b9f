import { ApiError } from '../../ground/errors.ts';
import type { Caller } from '../../operations/caller.ts';
import type { Services } from '../../operations/services.ts';
import type { Grant } from './signature.ts';

/** The value that SQL functions take instead of a caller: `args.signed`. They check the generation and the time. */
export interface Signed {
  generation: number;
  expires: number;
}

/** Which file, and the signature in the query. */
export interface SignedQuery {
  file_id: string;
  token?: string;
  expires?: number;
  t?: string;
}

/** A request to a file that may carry a signature in its query. */
interface SignedRequest {
  args: SignedQuery;
  caller: Pick<Caller, 'tenant' | 'bearer'>;
  services: Pick<Services, 'fileSigner'>;
}

/**
 * The signature in the query of a request to a file: `token`, `expires`, `t`.
 * @param wanted what is asked for: it has to be what was signed
 * @returns undefined for a request without one
 * @throws 403 INVALID_SIGNATURE; 403 TENANT_MISMATCH for a request that also carries a token of another tenant
 */
export function readSignature(
  { args, caller, services }: SignedRequest,
  wanted: Pick<Grant, 'method' | 'what' | 'isDownload'>,
): Signed | undefined {
  const { token, expires, t, file_id } = args;
  if (token === undefined && expires === undefined) return undefined;
  if (t !== undefined && t !== caller.tenant && !('public' in caller.bearer))
    throw new ApiError(
      'TENANT_MISMATCH',
      'This signed URL belongs to a different tenant than the token. Leave the token out: the URL needs none.',
    );
  const generation =
    token !== undefined && expires !== undefined && t === caller.tenant
      ? services.fileSigner.read(token, {
          ...wanted,
          tenant: caller.tenant,
          file: file_id,
          expires,
        })
      : undefined;
  if (generation === undefined)
    throw new ApiError(
      'INVALID_SIGNATURE',
      'This signed URL was not issued by this server, or was changed. Use it exactly as it was issued.',
    );
  return { generation, expires: expires as number };
}
