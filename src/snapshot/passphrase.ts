import type { IncomingMessage } from 'node:http';
import { countHeader } from '../ground/bodies/raw-headers.ts';
import { ApiError } from '../ground/errors.ts';
import { passphraseHeader } from './errors.ts';
import { isRecipient, type Lock } from './seal.ts';

export { passphraseHeader } from './errors.ts';

export const passphraseDescription =
  'Encrypts the snapshot: 8 to 1,024 characters. It is kept nowhere';

/** Headers are bytes: UTF-8 is read as such. @throws 400 for one that is too short or too long, or given twice */
export function passphraseOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const name = passphraseHeader.toLowerCase();
  const { [name]: given } = headers;
  if (given === undefined) return undefined;
  const text = Buffer.from(String(given), 'latin1').toString('utf8');
  if (countHeader(rawHeaders, name) === 1 && text.length >= 8 && text.length <= 1024) return text;
  throw ApiError.invalid(
    passphraseHeader,
    'invalid_passphrase',
    'must be given once, with 8 to 1,024 characters',
  );
}

/**
 * How a snapshot is to be encrypted; undefined when it is not.
 * @throws 400 for both ways, for what is no recipient, and for secrets without either
 */
export function lockOf(given: {
  passphrase: string | undefined;
  recipient?: string | undefined;
  secrets: boolean;
}): Lock | undefined {
  const { passphrase, recipient, secrets } = given;
  if (recipient !== undefined && !isRecipient(recipient))
    throw ApiError.invalid('recipient', 'invalid_recipient', 'must be a recipient of age: age1…');
  if (recipient !== undefined && passphrase !== undefined)
    throw ApiError.invalid(
      'recipient',
      'conflict',
      `cannot be given together with ${passphraseHeader}`,
    );
  if (recipient !== undefined) return { recipients: [recipient] };
  if (passphrase !== undefined) return { passphrase };
  if (secrets)
    throw ApiError.invalid(
      'secrets',
      'not_encrypted',
      `are only written into an encrypted snapshot: send ${passphraseHeader}, or recipient`,
    );
  return undefined;
}
