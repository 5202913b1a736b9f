import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ApiError } from '../ground/errors.ts';
import { remedyOf } from './lost-secret.ts';

const mark = 'enc:v1:';
/** Of those that are bound to what they are used for as well. */
const boundMark = 'enc:v2:';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Secrets at rest: AES-256-GCM under a key of each tenant, bound to the place of the secret, so that none can be moved
 * to another row or tenant, and if declared, to its use. Plaintext never reaches SQL.
 */
export class Box {
  private readonly key: Buffer;

  /** @param encryptionKey 32 bytes: ENCRYPTION_KEY */
  constructor(encryptionKey: Buffer) {
    this.key = encryptionKey;
  }

  /**
   * `enc:v1:<base64url of nonce, ciphertext and tag>`, or `enc:v2:…` for one that is bound to a use.
   * @param place such as `mfa_factors.secret`
   * @param use the address and the identity that it is for: see useOf
   */
  seal(tenant: string, place: string, plaintext: string, use?: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.keyOf(tenant), nonce);
    cipher.setAAD(dataOf(tenant, place, use));
    const bytes = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    const front = use === undefined ? mark : boundMark;
    return front + Buffer.concat([nonce, bytes, cipher.getAuthTag()]).toString('base64url');
  }

  /**
   * @param use as it is now; what was sealed before secrets were bound to one opens with any
   * @throws ApiError 409 SECRET_LOST when it was sealed with another ENCRYPTION_KEY, for another tenant, another place or
   * another use
   */
  open(tenant: string, place: string, sealed: string, use?: string): string {
    try {
      return this.opened(tenant, place, sealed, use);
    } catch (cause) {
      throw Object.assign(lostSecretError(place), { cause });
    }
  }

  private opened(tenant: string, place: string, sealed: string, use?: string): string {
    const isBound = sealed.startsWith(boundMark);
    const bytes = Buffer.from(sealed.slice(mark.length), 'base64url');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.keyOf(tenant),
      bytes.subarray(0, nonceBytes),
      // A text that was cut would bring a shorter one, which is soon guessed.
      { authTagLength: tagBytes },
    );
    decipher.setAAD(dataOf(tenant, place, isBound ? use : undefined));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return (
      decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') +
      decipher.final('utf8')
    );
  }

  /** A fingerprint of a secret that only this server can calculate. */
  mac(tenant: string, place: string, secret: string | Uint8Array): string {
    const hmac = createHmac('sha256', this.keyOf(tenant)).update(`${tenant}|${place}|`);
    return hmac.update(secret).digest('base64url');
  }

  static isSealed(text: string): boolean {
    return text.startsWith(mark) || text.startsWith(boundMark);
  }

  private keyOf(tenant: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, tenant, 'secrets at rest', 32));
  }
}

/** @param place of a secret that cannot be opened any more */
export const lostSecretError = (place: string): ApiError =>
  new ApiError(
    'SECRET_LOST',
    `A secret that this needs can no longer be decrypted, because its key was lost. To set it again, ${remedyOf(place)}.`,
    { details: { secret: place.split(' ')[0] } },
  );

/** The data that a seal is bound to, besides its key. */
const dataOf = (tenant: string, place: string, use: string | undefined): Buffer =>
  Buffer.from(use === undefined ? `${tenant}|${place}` : `${tenant}|${place}|${use}`);

/** The use of a secret as one text: the same for the same values, in whatever order the database keeps their names. */
export const useOf = (values: unknown): string => JSON.stringify(ordered(values)) ?? '';

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, ordered(one)]);
}
