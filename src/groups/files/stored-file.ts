import type { Stored } from '../../storage/storage.ts';
import { detectType } from './media-type.ts';
import { pictureSize } from './picture-size.ts';

/** Bytes that lie in the storage, as the SQL functions take them: `args.made` of app.file_take_bytes. */
export interface StoredFile {
  storage_key: string;
  checksum: string;
  size_bytes: number;
  mime_type: string;
  /** In pixels, as the picture is shown; null for what is not a picture. */
  width: number | null;
  height: number | null;
}

/** Inspects the stored bytes. @param declared the media type given by its sender */
export async function describe(
  { key, size, checksum, head }: Stored,
  declared: string | undefined,
  filename: string,
): Promise<StoredFile> {
  const type = await detectType(head, declared, filename);
  const picture = await pictureSize(head, type);
  return {
    storage_key: key,
    checksum,
    size_bytes: size,
    mime_type: type,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
}
