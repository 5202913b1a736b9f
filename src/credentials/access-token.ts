import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Config } from '../ground/config/config.ts';
import { ApiError } from '../ground/errors.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The claims of an access token that the doorway reads. All else in it is for the application. */
export interface AccessClaims {
  tenant: string;
  user: string;
  session: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** The content of an access token. */
export interface TokenContent {
  tenant: string;
  user: string;
  session: string;
  lifetime: number;
  /** role, roles, email, aal, amr, is_anonymous */
  claims: JWTPayload;
}

const algorithm = 'EdDSA';
const type = 'at+jwt';
const toleranceSeconds = 30;
const maxLength = 8192;
const shape = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

export const looksLikeJwt = (token: string): boolean => shape.test(token);

/**
 * Access tokens (RFC 9068), signed with the keys of this database and with nothing else. A signature that was found
 * good is remembered: it stays good. Whether the session still lives is asked of the database in each call.
 */
export class AccessTokens {
  private readonly config: Config;
  private readonly keys: SigningKeys;
  private readonly verified = new LRUCache<string, AccessClaims>({ max: 10_000 });

  constructor(config: Config, keys: SigningKeys) {
    this.config = config;
    this.keys = keys;
  }

  async sign({ tenant, user, session, lifetime, claims }: TokenContent): Promise<string> {
    const key = await this.keys.current();
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...claims, tid: tenant, sid: session })
      .setProtectedHeader({ alg: algorithm, typ: type, kid: key.kid })
      .setIssuer(this.config.baseUrl)
      .setAudience(tenant)
      .setSubject(user)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .sign(key.privateKey);
  }

  /** @throws 401 TOKEN_EXPIRED or INVALID_TOKEN */
  async verify(token: string): Promise<AccessClaims> {
    const known = this.verified.get(token);
    const claims = known ?? (await this.check(token));
    if (claims.expiresAt + toleranceSeconds <= Date.now() / 1000) {
      this.verified.delete(token);
      throw expired();
    }
    if (!known) this.verified.set(token, claims);
    return claims;
  }

  private async check(token: string): Promise<AccessClaims> {
    if (token.length > maxLength || !looksLikeJwt(token)) throw invalid();
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid ? await this.keys.find(kid) : undefined;
          if (!key) throw new errors.JWKSNoMatchingKey();
          return key.publicKey;
        },
        {
          algorithms: [algorithm],
          typ: type,
          issuer: this.config.baseUrl,
          clockTolerance: toleranceSeconds,
          requiredClaims: ['exp', 'iat', 'sub', 'aud', 'tid', 'sid'],
        },
      );
      return claimsOf(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw expired();
      if (error instanceof errors.JOSEError) throw invalid();
      throw error;
    }
  }
}

function claimsOf({ sub, aud, tid, sid, exp, iat }: JWTPayload): AccessClaims {
  const isFuture = (iat ?? 0) > Date.now() / 1000 + toleranceSeconds;
  if (typeof tid !== 'string' || typeof sid !== 'string' || aud !== tid || isFuture)
    throw invalid();
  return { tenant: tid, user: sub as string, session: sid, expiresAt: exp as number };
}

const expired = () =>
  new ApiError(
    'TOKEN_EXPIRED',
    'This access token has expired. Get a new one with /v1/auth/refresh.',
  );
const invalid = () =>
  new ApiError('INVALID_TOKEN', 'This is not a valid token. Check that it was copied in full.');
