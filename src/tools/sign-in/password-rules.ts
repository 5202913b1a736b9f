import { ApiError } from '../../ground/errors.ts';
import type { Look } from '../../operations/operation.ts';
import type { Services } from '../../operations/services.ts';
import { isPwned } from './pwned.ts';

/** The answer of api.auth_password_rules. */
interface PasswordRules {
  min_length: number;
  require: CharacterClass[];
  /** Ask Have I Been Pwned. */
  hibp: boolean;
}

/** The tenant whose rules a password must meet, and the means to check them. */
interface Asker {
  ask: Look;
  services: Pick<Services, 'box' | 'outbound' | 'passwords'>;
  caller: { tenant: string };
}

const classes = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  number: /\p{N}/u,
  symbol: /[^\p{L}\p{N}\s]/u,
};
export type CharacterClass = keyof typeof classes;
export const characterClasses = Object.keys(classes) as CharacterClass[];

/**
 * A new password as an operation takes it: `made` is another each time, so that it is the same request shows in the
 * rest (app.run_once).
 * @throws as hashNewPassword
 */
export async function hashedPassword(call: Asker, password: string) {
  const password_hash = await hashNewPassword(call, password);
  const password_mac = call.services.box.mac(call.caller.tenant, 'password', password);
  return { password_mac, made: { password_hash } };
}

/**
 * Holds a new password against the rules of the tenant, and hashes it.
 * @throws 400 WEAK_PASSWORD with details.reasons, 429 CONCURRENCY_LIMITED
 */
export async function hashNewPassword(call: Asker, password: string): Promise<string> {
  const rules = await call.ask<PasswordRules>('auth_password_rules', {});
  const isShort = [...password].length < rules.min_length;
  const missing = rules.require.filter((name) => !classes[name].test(password));
  if (isShort || missing.length > 0) {
    const wishes = [
      ...(isShort ? [`at least ${rules.min_length} characters`] : []),
      ...missing.map((name) => `a ${name === 'number' ? 'number' : `${name} character`}`),
    ];
    throw new ApiError('WEAK_PASSWORD', `The password needs ${wishes.join(' and ')}.`, {
      param: 'password',
      details: {
        reasons: [...(isShort ? ['length'] : []), ...(missing.length > 0 ? ['characters'] : [])],
        min_length: rules.min_length,
        missing,
      },
    });
  }
  if (
    rules.hibp &&
    (await isPwned(call.services.outbound.of(call.caller.tenant, 'password'), password))
  ) {
    throw new ApiError(
      'WEAK_PASSWORD',
      'This password has appeared in a data breach. Choose another.',
      {
        param: 'password',
        details: { reasons: ['pwned'], min_length: rules.min_length, missing },
      },
    );
  }
  return call.services.passwords.hash(password, call.caller.tenant);
}
