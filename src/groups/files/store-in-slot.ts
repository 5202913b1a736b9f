import type { AnyAnswer } from '../../operations/answer.ts';
import type { Run } from '../../operations/handler.ts';
import type { Storage, Stored } from '../../storage/storage.ts';
import { keep } from './keep.ts';
import { cleanName } from './name.ts';
import { describe, type StoredFile } from './stored-file.ts';

/** A file that came with a form, its bytes stored already. */
export interface SentFile {
  filename: string;
  mimeType: string;
  content: Stored;
}

/** The place of bytes, and the caller who may complete them. */
interface Keeper {
  ctx: { isDryRun?: boolean };
  services: { storage: Storage };
  run: Run;
}

/**
 * Makes a file of bytes that are stored already, or removes them if it cannot.
 * @param write tells the database of it, by the name that a file may have, and answers with it
 */
export async function keepSent(
  { ctx, services }: Pick<Keeper, 'ctx' | 'services'>,
  { filename, mimeType, content }: SentFile,
  write: (filename: string, made: StoredFile) => Promise<AnyAnswer>,
): Promise<AnyAnswer> {
  let name: string;
  let made: StoredFile;
  try {
    name = cleanName(filename);
    made = await describe(content, mimeType, name);
  } catch (error) {
    await services.storage.remove([content.key]);
    throw error;
  }
  return keep({ ctx, services }, made, () => write(name, made));
}

/**
 * Makes a slot for bytes that are stored already, and puts them there.
 * @param open makes the slot for what the file turns out to be: its name, type and size
 * @returns the id of the file
 */
export async function storeInSlot(
  call: Keeper,
  sent: SentFile,
  open: (declared: object) => Promise<{ file_id: string; generation: number; expires: number }>,
): Promise<string> {
  let id = '';
  await keepSent(call, sent, async (filename, made) => {
    const { mime_type, size_bytes } = made;
    const { file_id, ...signed } = await open({ filename, mime_type, size_bytes });
    const { generation, expires } = signed;
    id = file_id;
    return call.run('file_upload_put', { file_id, signed: { generation, expires }, made });
  });
  return id;
}
