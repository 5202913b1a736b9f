import { ApiError } from '../../ground/errors.ts';
import type { Storage, Stored } from '../../storage/storage.ts';
import { unknownType } from './media-type.ts';
import { describe, type StoredFile } from './stored-file.ts';

/** The declaration of a file before its bytes arrived. */
export interface Declared {
  filename: string;
  /** application/octet-stream takes anything. */
  mime_type: string;
  size_bytes: number;
}

/**
 * Looks at bytes that have been stored. Those that are not what was declared are removed again.
 * @param isBinding whether they have to be of the type declared; else that is only a hint
 * @throws 400 wrong_type
 */
export async function describeDeclared(
  storage: Pick<Storage, 'remove'>,
  stored: Stored,
  { filename, mime_type }: Pick<Declared, 'filename' | 'mime_type'>,
  isBinding = true,
): Promise<StoredFile> {
  try {
    const made = await describe(stored, mime_type, filename);
    if (isBinding) checkType(made.mime_type, mime_type);
    return made;
  } catch (error) {
    await storage.remove([stored.key]);
    throw error;
  }
}

function checkType(found: string, declared: string): void {
  if (declared === unknownType || found === declared) return;
  const what = found === unknownType ? 'are something else' : `are ${found}`;
  throw ApiError.invalid(
    'body',
    'wrong_type',
    `must be ${declared}, as declared: the bytes ${what}`,
  );
}
