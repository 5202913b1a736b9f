/**
 * The SDK of AWS, apart from the rest: it takes a tenth of a second to load, which only those pay who use it. s3.ts
 * imports this file when it needs it.
 */
import { PutObjectCommand, S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { S3Store } from '@tus/s3-store';
import type { S3Config } from '../ground/config/config.ts';
import type { DirectUpload, DirectUploadOptions } from './storage.ts';

const mebibyte = 1024 * 1024;
const partBytes = 8 * mebibyte;
/** Parts of one upload that are sent at the same time: with the one that fills, at most 24 MB of memory. */
const partsAtOnce = 2;
/** Pieces of all resumable uploads that are sent at the same time. They wait in files, not in memory. */
const piecesAtOnce = 16;
/** Downloads hold their connection for as long as their reader takes, so there have to be many. */
const maxSockets = 1000;

/** Until S3 answers at all. A part is 8 MB. */
const answerMs = 30_000;
/** For a copy inside S3, which is silent while it lasts: of 5 GiB, some minutes. */
export const copyMs = 600_000;

export function openS3(config: S3Config): S3 {
  return new S3(settingsOf(config, config.endpoint));
}

function settingsOf(config: S3Config, endpoint: string | undefined): S3ClientConfig {
  const { region, accessKeyId, secretAccessKey } = config;
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other services have no name of its own for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Many of them do not know the checksums that the SDK adds by default. Requests are signed with their SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would open a connection of its own for each part, to spare sending one that is refused.
    expectContinueHeader: false,
    // Only our own variables count.
    ignoreConfiguredEndpointUrls: true,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3000,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      // A body may pause for as long as its reader does: this only ends what is dead.
      socketTimeout: copyMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  };
}

/** Sends a stream of unknown length: up to 8 MB in one request, more in parts. When it throws no part is left. */
export async function sendStream(s3: S3, params: Upload['params']): Promise<void> {
  const upload = new Upload({
    client: s3,
    params,
    partSize: partBytes,
    queueSize: partsAtOnce,
    leavePartsOnError: false,
  });
  await upload.done();
}

/** @param config its publicEndpoint is where the client will send it: the name of the host is signed */
export async function presign(
  config: S3Config,
  key: string,
  { sizeBytes, mimeType, expiresIn }: DirectUploadOptions,
): Promise<DirectUpload> {
  // It signs, without a connection.
  const s3 = new S3(settingsOf(config, config.publicEndpoint));
  const command = new PutObjectCommand({
    Bucket: config.bucket,
    Key: key,
    ContentLength: sizeBytes,
    ContentType: mimeType,
  });
  // The presigner leaves the content type out unless it is told; the length is signed because it is given.
  const signableHeaders = new Set(['host', 'content-length', 'content-type']);
  const url = await getSignedUrl(s3, command, { expiresIn, signableHeaders });
  return {
    method: 'PUT',
    url,
    headers: { 'Content-Type': mimeType, 'Content-Length': String(sizeBytes) },
  };
}

/**
 * Resumable uploads are multipart uploads of S3; what is too small for a part waits beside, as `<key>.part`, what is known
 * of the upload as `<key>.info`.
 */
export function openTusStore(config: S3Config): S3Store {
  return new S3Store({
    partSize: partBytes,
    maxConcurrentPartUploads: piecesAtOnce,
    useTags: false,
    // By default it remembers uploads, also those that another process has ended meanwhile, and those given up for ever.
    cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
    s3ClientConfig: { bucket: config.bucket, ...settingsOf(config, config.endpoint) },
  });
}
