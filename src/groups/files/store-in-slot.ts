import type { Run } from '../../http/handler.ts';
import type { Storage, Stored } from '../../storage/storage.ts';
import { keep } from './keep.ts';
import { cleanName } from './name.ts';
import { describe } from './stored-file.ts';

/** A file that came with a form, its bytes stored already. */
export interface SentFile {
  filename: string;
  mimeType: string;
  content: Stored;
}

/** Where bytes are kept, and who may say that they are there. */
interface Keeper {
  ctx: { isDryRun?: boolean };
  services: { storage: Storage };
  run: Run;
}

/**
 * Makes a slot for bytes that are stored already, and puts them there.
 * @param open makes the slot for what the file turns out to be: its name, type and size
 * @returns the id of the file
 */
export async function storeInSlot(
  call: Keeper,
  { filename, mimeType, content }: SentFile,
  open: (declared: object) => Promise<{ file_id: string; generation: number; expires: number }>,
): Promise<string> {
  const { storage } = call.services;
  let wasTaken = false;
  try {
    const name = cleanName(filename);
    const made = await describe(content, mimeType, name);
    const { mime_type, size_bytes } = made;
    const { file_id, generation, expires } = await open({ filename: name, mime_type, size_bytes });
    const signed = { generation, expires };
    wasTaken = true;
    await keep(call, made, () => call.run('file_upload_put', { file_id, signed, made }));
    return file_id;
  } catch (error) {
    if (!wasTaken) await storage.remove([content.key]);
    throw error;
  }
}
