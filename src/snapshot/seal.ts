import { Decrypter, Encrypter } from 'age-encryption';
import { passphraseHeader, SnapshotInvalid, SnapshotLocked } from './errors.ts';
import { ageHeaderBytes, scryptFactor } from './limits.ts';

/** Encrypts a snapshot for recipients (`age1…`), or with a passphrase. */
export interface Lock {
  recipients?: string[];
  passphrase?: string;
}

/** Opens it: identities (`AGE-SECRET-KEY-1…`), a passphrase, or either. */
export interface Unlock {
  identities?: string[];
  passphrase?: string;
}

export const ageIntro = Buffer.from('age-encryption.org/v1\n');

/** Tells whether this is a recipient of age, with X25519, that one can encrypt for. */
export const isRecipient = (text: string): boolean => {
  if (!/^age1[02-9ac-hj-np-z]{58}$/.test(text)) return false;
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
};

const encrypter = ({ recipients = [], passphrase }: Lock): Encrypter => {
  const age = new Encrypter();
  if (passphrase !== undefined) age.setPassphrase(passphrase);
  for (const recipient of recipients) age.addRecipient(recipient);
  if (passphrase === undefined && recipients.length === 0)
    throw new Error('A lock needs a recipient or a passphrase');
  return age;
};

async function* buffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream)
    yield Buffer.from(buffer, byteOffset, byteLength);
}

/** Encrypts as age does. */
export async function* sealed(source: AsyncIterable<Buffer>, lock: Lock): AsyncGenerator<Buffer> {
  const plain = ReadableStream.from(source) as ReadableStream<Uint8Array>;
  yield* buffers(await encrypter(lock).encrypt(plain));
}

const damaged = (message: string): SnapshotInvalid => new SnapshotInvalid('checksum', message);

/** The header of age, and what came with it. A header of others is read here before work is done for it. */
const readHead = async (source: AsyncIterator<Buffer>): Promise<Buffer> => {
  let head: Buffer = Buffer.alloc(0);
  while (!/\n--- [^\n]*\n/.test(head.toString('latin1'))) {
    if (head.length > ageHeaderBytes) throw damaged('The header of the encryption does not end');
    const next = await source.next();
    if (next.done)
      throw new SnapshotInvalid('truncated', 'The file ends in the header of its encryption');
    head = Buffer.concat([head, next.value]);
  }
  return head;
};

const checkFactor = (head: Buffer): void => {
  const text = head.toString('latin1', 0, ageHeaderBytes * 2).split('\n--- ', 1)[0] ?? '';
  for (const [, factor] of text.matchAll(/\n-> scrypt [^ \n]* ([^ \n]*)/g))
    if (!/^\d{1,2}$/.test(factor ?? '') || Number(factor) > scryptFactor)
      throw new SnapshotInvalid(
        'too_large',
        `The passphrase was made dearer to try than this server accepts: scrypt with a work factor above ${scryptFactor}`,
      );
};

const decrypter = ({ identities = [], passphrase }: Unlock): Decrypter => {
  const age = new Decrypter();
  if (passphrase !== undefined) age.addPassphrase(passphrase);
  for (const identity of identities)
    try {
      age.addIdentity(identity);
    } catch {
      throw new SnapshotLocked(
        'An identity is not one of age. It is a line that begins with AGE-SECRET-KEY-1.',
      );
    }
  return age;
};

const isForPassphrase = (head: Buffer): boolean => head.includes('\n-> scrypt ');

/** @param isTried whether something was sent to open it */
const locked = (head: Buffer, isTried: boolean): SnapshotLocked => {
  if (!isForPassphrase(head))
    return new SnapshotLocked(
      'The snapshot is encrypted for a recipient. Decrypt it with age and the identity of that recipient, and send the decrypted file.',
    );
  const why = isTried ? 'This passphrase does not open the snapshot' : 'The snapshot is encrypted';
  return new SnapshotLocked(
    `${why}. Send its passphrase in the header ${passphraseHeader}.`,
    passphraseHeader,
  );
};

/** Opens what `sealed`, or another program that speaks age, has encrypted. @throws SnapshotLocked, SnapshotInvalid */
export async function* unsealed(
  source: AsyncIterable<Buffer>,
  unlock: Unlock,
): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  const head = await readHead(iterator);
  checkFactor(head);
  const given = (unlock.identities?.length ?? 0) > 0 || unlock.passphrase !== undefined;
  if (!given) throw locked(head, false);
  // Errors of the source come through age; they stay what they are.
  let fault: unknown;
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        yield next.value;
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  const age = decrypter(unlock);
  try {
    yield* buffers(await age.decrypt(ReadableStream.from(all()) as ReadableStream<Uint8Array>));
  } catch (error) {
    if (fault !== undefined) throw fault;
    if (String(error).includes('no identity matched')) throw locked(head, true);
    throw damaged('The encrypted bytes were changed or cut off');
  } finally {
    await iterator.return?.();
  }
}
