import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Box } from './box.ts';

export interface SigningKey {
  kid: string;
  publicJwk: JWK;
  publicKey: KeyObject;
  privateKey: KeyObject;
  createdAt: Date;
}

/** As gateway.signing_keys answers it. */
interface Stored {
  kid: string;
  public_jwk: JWK;
  private_key: string;
  created_at: string;
}

/** Where they are kept: the gateway of the database. */
interface KeyStore {
  /** @returns a list of those that are kept, as JSON */
  signingKeys(): Promise<string>;
  signingKeyAdd(kid: string, jwk: object, sealed: string, replaces: string | null): Promise<string>;
}

/** Signing keys belong to no tenant. */
const owner = 'platform';
const place = 'signing_keys.private_key';
/** Whether the Box opens the private part of a stored key. */
export function opensSigningKey(box: Box, sealed: string): boolean {
  try {
    box.open(owner, place, sealed);
    return true;
  } catch {
    return false;
  }
}

/** A new key, as it is stored. */
export async function newSigningKey(box: Box): Promise<{ kid: string; jwk: JWK; sealed: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ed25519');
  const bare = publicKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(bare);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    kid,
    jwk: { ...bare, kid, alg: 'EdDSA', use: 'sig' },
    sealed: box.seal(owner, place, pem),
  };
}

/** How old known keys may be, and how soon they are asked for again because of an unknown one. */
const freshMs = 60_000;
const retryMs = 2_000;
const rotateAfterMs = 90 * 86_400_000;

/**
 * The Ed25519 keys of access tokens (RFC 8037), one list for every process of a database. The youngest signs; those
 * before it verify until their last token has expired. Made when first needed, and again every 90 days.
 */
export class SigningKeys {
  private readonly gateway: KeyStore;
  private readonly box: Box;
  private keys: SigningKey[] = [];
  private loadedAt = 0;
  private missedAt = 0;
  private loading: Promise<void> | undefined;

  constructor(gateway: KeyStore, box: Box) {
    this.gateway = gateway;
    this.box = box;
  }

  /** The key that signs. */
  async current(): Promise<SigningKey> {
    await this.load(freshMs);
    const [key] = this.keys;
    if (key && Date.now() - key.createdAt.getTime() < rotateAfterMs) return key;
    return this.rotate(key?.kid);
  }

  /** A key that verifies, or undefined. */
  async find(kid: string): Promise<SigningKey | undefined> {
    await this.load(freshMs);
    const known = this.keys.find((key) => key.kid === kid);
    if (known) return known;
    // Another process may have just made it. Junk makes us look once in a while only.
    if (Date.now() - this.missedAt < retryMs) return undefined;
    this.missedAt = Date.now();
    await this.load(0);
    return this.keys.find((key) => key.kid === kid);
  }

  /** RFC 7517: what others verify our tokens with. */
  async jwks(): Promise<{ keys: JWK[] }> {
    await this.current();
    return { keys: this.keys.map((key) => key.publicJwk) };
  }

  /**
   * Puts a new key in the place of the one that signs.
   * @param replaces the kid that the caller believes to sign: when another process was first, its key is taken
   */
  async rotate(replaces?: string): Promise<SigningKey> {
    const { kid, jwk, sealed } = await newSigningKey(this.box);
    this.take(await this.gateway.signingKeyAdd(kid, jwk, sealed, replaces ?? null));
    return this.keys[0] as SigningKey;
  }

  private async load(maxAgeMs: number): Promise<void> {
    if (Date.now() - this.loadedAt < maxAgeMs) return;
    this.loading ??= this.gateway
      .signingKeys()
      .then((text) => this.take(text))
      .finally(() => {
        this.loading = undefined;
      });
    await this.loading;
  }

  private take(text: string): void {
    const known = new Map(this.keys.map((key) => [key.kid, key]));
    this.keys = (JSON.parse(text) as Stored[]).map(
      (stored) =>
        known.get(stored.kid) ?? {
          kid: stored.kid,
          publicJwk: stored.public_jwk,
          publicKey: createPublicKey({ key: stored.public_jwk, format: 'jwk' }),
          privateKey: createPrivateKey(this.box.open(owner, place, stored.private_key)),
          createdAt: new Date(stored.created_at),
        },
    );
    this.loadedAt = Date.now();
  }
}
