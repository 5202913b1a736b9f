import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type EncryptionKeys, keysIn } from '../ground/config/keys.ts';
import { ApiError } from '../ground/errors.ts';
import { remedyOf } from './lost-secret.ts';
import type { SealingRight } from './sealing-right.ts';

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
  private readonly keys: EncryptionKeys;
  private readonly right: SealingRight | undefined;

  /**
   * @param keys of 32 bytes: ENCRYPTION_KEY, which seals, and others, which open as well
   * @param right of a process that other processes run beside
   */
  constructor(keys: Buffer | EncryptionKeys, right?: SealingRight) {
    this.keys = keysIn(keys);
    this.right = right;
  }

  /**
   * `enc:v1:<base64url of nonce, ciphertext and tag>`, or `enc:v2:…` for one that is bound to a use.
   * @param place such as `mfa_factors.secret`
   * @param use the address and the identity that it is for: see useOf
   * @throws ApiError 503 while it is not known whether the key may still seal
   */
  seal(tenant: string, place: string, plaintext: string, use?: string): string {
    this.right?.require();
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', keyOf(this.keys[0], tenant), nonce);
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
    let cause: unknown;
    for (const key of this.keys)
      try {
        return opened(keyOf(key, tenant), dataOf(tenant, place, useIn(sealed, use)), sealed);
      } catch (error) {
        cause ??= error;
      }
    throw Object.assign(lostSecretError(place), { cause });
  }

  /**
   * The same secret sealed with the key that seals, and bound as it was; undefined if it is so already.
   * @throws as `open`
   */
  reseal(tenant: string, place: string, sealed: string, use?: string): string | undefined {
    const same = useIn(sealed, use);
    try {
      opened(keyOf(this.keys[0], tenant), dataOf(tenant, place, same), sealed);
      return undefined;
    } catch {
      return this.seal(tenant, place, this.open(tenant, place, sealed, use), same);
    }
  }

  /** A fingerprint of a secret that only this server can calculate. */
  mac(tenant: string, place: string, secret: string | Uint8Array): string {
    return macOf(this.keys[0], tenant, place, secret);
  }

  /** The same by each key that verifies, that of `mac` first. */
  macs(tenant: string, place: string, secret: string | Uint8Array): string[] {
    return this.keys.map((key) => macOf(key, tenant, place, secret));
  }

  static isSealed(text: string): boolean {
    return text.startsWith(mark) || text.startsWith(boundMark);
  }
}

const keyOf = (key: Buffer, tenant: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, tenant, 'secrets at rest', 32));

function opened(key: Buffer, data: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(mark.length), 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  // A text that was cut would bring a shorter one, which is soon guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(data);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return (
    decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') +
    decipher.final('utf8')
  );
}

function macOf(key: Buffer, tenant: string, place: string, secret: string | Uint8Array): string {
  const hmac = createHmac('sha256', keyOf(key, tenant)).update(`${tenant}|${place}|`);
  return hmac.update(secret).digest('base64url');
}

/** A secret that was sealed before secrets were bound to a use opens with any. */
const useIn = (sealed: string, use: string | undefined): string | undefined =>
  sealed.startsWith(boundMark) ? use : undefined;

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
