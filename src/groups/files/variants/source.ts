import { ApiError } from '../../../ground/errors.ts';
import { rasterTypes } from '../picture-size.ts';

/** More is refused before it is read: it would be in memory as a whole. 50 MB. */
const maxSourceBytes = 52_428_800;
/** More is refused before it is decoded: 50 megapixels take 200 MB in memory. */
export const maxPixels = 50_000_000;

/** A file that variants are asked of. */
export interface Source {
  mime_type: string;
  size_bytes: number;
  /** In pixels; null if the beginning of the file does not tell. */
  width: number | null;
  height: number | null;
}

/** @throws 400 for anything but an image that can be read, or for one that is too large */
export function checkSource({ mime_type: type, size_bytes, width, height }: Source): void {
  if (!rasterTypes.has(type)) throw ApiError.invalid('file_id', 'no_image', whyNot(type));
  if (size_bytes > maxSourceBytes)
    throw ApiError.invalid(
      'file_id',
      'image_too_large',
      `has ${size_bytes} bytes: variants are made from images of up to ${maxSourceBytes}`,
    );
  if ((width ?? 0) * (height ?? 0) > maxPixels) throw tooManyPixels();
}

const whyNot = (type: string): string =>
  type === 'image/svg+xml'
    ? 'is an SVG, which only browsers draw: drawing it could read files and load pages. Use its content'
    : `is ${type}: variants are made from JPEG, PNG, WebP, GIF and AVIF images`;

export const tooManyPixels = (): ApiError =>
  ApiError.invalid(
    'file_id',
    'image_too_large',
    `has more than ${maxPixels / 1e6} megapixels, the most that variants are made from`,
  );
