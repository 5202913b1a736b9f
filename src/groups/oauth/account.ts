import { nfc } from '../../ground/shapes/canonical.ts';
import { emailAddress } from '../../ground/shapes/schemas.ts';
import type { OAuthProvider } from './provider.ts';

/** A person's account at a provider. */
export interface Account {
  subject: string;
  email?: string;
  /** By the provider. Nothing is linked by an email that is not. */
  email_verified: boolean;
  /** The stored part of the profile: identity_data. */
  data: Record<string, unknown>;
  /** Of the provider's settings that it was verified with. */
  fingerprint: string;
}

type Claims = Record<string, unknown>;

const kept = ['name', 'given_name', 'family_name', 'picture', 'locale'];
const maxText = 2000;

/** @returns undefined when the profile does not say whose it is */
export function accountOf(provider: OAuthProvider, claims: Claims): Account | undefined {
  const at = (field: string, fallback = field) =>
    valueAt(claims, provider.profile?.[field] ?? fallback);
  const subject = subjectOf(at('subject', 'sub'));
  if (!subject) return undefined;
  const address = emailAddress.safeParse(at('email')).data?.toLowerCase();
  const isVerified = address !== undefined && saysVerified(provider, claims);
  const data: Record<string, unknown> = { sub: subject };
  for (const field of kept) data[field] = textOf(at(field));
  data.username = textOf(at('username', 'preferred_username'));
  if (address) Object.assign(data, { email: address, email_verified: isVerified });
  return {
    subject,
    ...(address ? { email: address } : {}),
    email_verified: isVerified,
    data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
    fingerprint: provider.fingerprint,
  };
}

function saysVerified({ email_verified = 'email_verified' }: OAuthProvider, claims: Claims) {
  if (typeof email_verified === 'boolean') return email_verified;
  const value = claims[email_verified];
  return value === true || value === 'true' || value === 1 || value === '1';
}

/** `data.id` in `{data: {id}}` */
const valueAt = (claims: Claims, path: string): unknown =>
  path.split('.').reduce<unknown>((map, step) => (map as Claims | undefined)?.[step], claims);

/** The id of the account, every character of it: undefined for one that would have to be changed or rounded. */
function subjectOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > 255) return undefined;
  return value.includes('\0') || !value.isWellFormed() ? undefined : value;
}

/** A text that can be kept, of a text or a number. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  return nfc(value.replaceAll('\0', '').toWellFormed().slice(0, maxText)) || undefined;
}
