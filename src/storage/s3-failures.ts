import type { S3Config } from '../ground/config/config.ts';
import { StorageError } from './storage.ts';

/** As S3 and the services that speak it name their errors. */
interface S3Fault {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const notThere = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const noRoom = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

/**
 * Turns an error of S3, or of the way to it, into a StorageError. The message is for the operator, in the log and at
 * the start: it may name the bucket and the service, never a key.
 */
export function s3Failure(error: unknown, config: S3Config): unknown {
  const { name = '', code, $metadata } = error as S3Fault;
  // Neither of S3 nor of the way there: ours.
  if (!$metadata && !code && name !== 'TimeoutError') return error;
  const status = $metadata?.httpStatusCode;
  const cause = { cause: error };
  if (notThere.has(name)) return new StorageError('not_there', 'no such key', cause);
  if (noRoom.has(name) || status === 507) return new StorageError('full', 'no space left', cause);
  return new StorageError('unavailable', explain(code ?? name, status, config), cause);
}

/** Names the problem, and the variable to look at. */
function explain(name: string, status: number | undefined, config: S3Config): string {
  const { bucket, region } = config;
  const where = config.endpoint ?? `AWS, region ${region}`;
  switch (name) {
    case 'NoSuchBucket':
      return `There is no bucket "${bucket}" at ${where}. Create it, or correct S3_BUCKET, S3_REGION or S3_ENDPOINT.`;
    case 'InvalidAccessKeyId':
      return `${where} does not know the key. Correct S3_ACCESS_KEY_ID.`;
    case 'SignatureDoesNotMatch':
      return `${where} refuses the signature. Correct S3_SECRET_ACCESS_KEY (or the clock of this machine).`;
    case 'RequestTimeTooSkewed':
      return `The clocks of this machine and of ${where} differ. Synchronize both with a time server.`;
    case 'AccessDenied':
    case 'Forbidden':
      return (
        `The key may not use the bucket "${bucket}". It needs s3:GetObject, s3:PutObject, s3:DeleteObject, ` +
        's3:ListBucket, s3:AbortMultipartUpload, s3:ListMultipartUploadParts and s3:ListBucketMultipartUploads.'
      );
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `The bucket "${bucket}" is not in the region ${region}. Correct S3_REGION.`;
    case 'PreconditionFailed':
      return 'The bytes of an upload have changed in the meantime. The client may complete it again.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ECONNREFUSED':
    case 'TimeoutError':
    case 'ETIMEDOUT':
      return `${where} does not answer (${name}). Correct S3_ENDPOINT, or check the service and the network.`;
    default:
      return `S3 says ${name}${status ? ` (status ${status})` : ''}.`;
  }
}
