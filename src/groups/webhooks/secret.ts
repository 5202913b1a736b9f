import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const newBytes = 32;
const [minBytes, maxBytes] = [24, 64];

/** Where a webhook's secrets stand, for the Box that seals them. */
export const secretPlace = 'webhooks.secret';

/** A secret of Standard Webhooks: whsec_ and the base64 of its bytes. */
export const newSecret = (): string => prefix + randomBytes(newBytes).toString('base64');

/** Whether a text is a secret of Standard Webhooks: whsec_ and the base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  const bytes = keyOf(text);
  return (
    prefix + bytes.toString('base64') === text &&
    bytes.length >= minBytes &&
    bytes.length <= maxBytes
  );
}

/** The visible part of a secret, by which its owner recognizes it. */
export const previewOf = (secret: string): string => `${prefix}••••${secret.slice(-4)}`;

/**
 * The header webhook-signature: for each secret `v1,` and the base64 of an HMAC-SHA256 over id, time and body
 * (https://www.standardwebhooks.com, "symmetric signatures").
 * @param timestamp in seconds
 */
export function sign(
  secrets: string[],
  id: string,
  timestamp: number,
  body: string | Buffer,
): string {
  return secrets
    .map((secret) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body))
    .map((signature) => `v1,${signature.digest('base64')}`)
    .join(' ');
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
