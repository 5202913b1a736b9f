import { readFileSync } from 'node:fs';
import { passphraseHeader } from '../snapshot/passphrase.ts';
import { CallError } from './api-client.ts';

/** The header with the passphrase in a file, without the line break at its end. Headers are bytes: UTF-8 goes as such. @throws CallError */
export function passphraseIn(file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  const text = contentOf(file).replace(/\r?\n$/, '');
  if (/[^\P{Cc}\t]/u.test(text))
    throw new CallError(
      '--passphrase-file: the passphrase must be one line, without control characters',
    );
  if (text.length < 8 || text.length > 1024)
    throw new CallError('--passphrase-file: the passphrase must have 8 to 1,024 characters');
  return { [passphraseHeader]: Buffer.from(text).toString('latin1') };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CallError(`--passphrase-file: ${(error as Error).message}`, { cause: error });
  }
}
