/** Raster formats that are read, and made variants of. */
export const rasterTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
]);

/** The size at which a picture is shown: its orientation (EXIF) applied; undefined for a broken file or another format. */
export async function pictureSize(
  head: Buffer,
  type: string,
): Promise<{ width: number; height: number } | undefined> {
  if (!rasterTypes.has(type)) return undefined;
  const { sharp } = await import('./sharp.ts');
  try {
    // The header contains it; the rest of the file need not be there, nor be decoded.
    const { autoOrient } = await sharp(head, {
      failOn: 'none',
      limitInputPixels: false,
    }).metadata();
    return autoOrient;
  } catch {
    return undefined;
  }
}
