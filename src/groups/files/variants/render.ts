import type { Sharp } from 'sharp';
import { ApiError } from '../../../ground/errors.ts';
import { sharp } from '../sharp.ts';
import { maxPixels, tooManyPixels } from './source.ts';
import type { Format, Spec } from './spec.ts';

/** Of one image, whatever it is asked to be. */
const maxSeconds = 10;

const white = { r: 255, g: 255, b: 255, alpha: 1 };
const transparent = { r: 255, g: 255, b: 255, alpha: 0 };

export interface Picture {
  bytes: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

/**
 * Makes one image of another: turned as its camera was held, in sRGB, without anything that its file says beside the
 * picture (EXIF with the place it was taken, comments, profiles), of an animation the first frame.
 * @throws 400 for bytes that are no picture or too large a one, 504 for what takes too long
 */
export async function render(bytes: Buffer, spec: Spec, format: Format): Promise<Picture> {
  try {
    const image = sharp(bytes, {
      autoOrient: true,
      failOn: 'error',
      limitInputPixels: maxPixels,
      pages: 1,
      sequentialRead: true,
    }).timeout({ seconds: maxSeconds });
    const { autoOrient: source } = await image.metadata();
    const { data, info } = await encode(resize(image, spec, format, source), spec, format).toBuffer(
      { resolveWithObject: true },
    );
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    throw failure(error as Error);
  }
}

interface Size {
  width: number;
  height: number;
}

/** Never larger than the source, which would only cost bytes. */
function resize(image: Sharp, { width, height, fit }: Spec, format: Format, source: Size): Sharp {
  if (width === undefined && height === undefined) return image;
  const fitsIn = source.width <= (width ?? 0) && source.height <= (height ?? 0);
  return image.resize({
    width,
    height,
    // All of it fits in: a frame around it would be larger than it is.
    fit: fit === 'contain' && fitsIn ? 'inside' : fit,
    withoutEnlargement: true,
    background: format === 'jpeg' ? white : transparent,
  });
}

function encode(image: Sharp, { quality }: Spec, format: Format): Sharp {
  switch (format) {
    case 'webp':
      return image.webp({ quality });
    case 'avif':
      // Of 0 to 9: above 2 it takes six times as long for a few percent.
      return image.avif({ quality, effort: 2 });
    case 'jpeg':
      return image.flatten({ background: white }).jpeg({ quality });
    case 'png':
      return image.png();
  }
}

/** Translates an error of libvips into the words of the API. The details are for the log. */
function failure(cause: Error): ApiError {
  const error = answerTo(cause.message);
  error.cause = cause;
  return error;
}

function answerTo(message: string): ApiError {
  if (message.includes('timeout'))
    return new ApiError(
      'TIMEOUT',
      `This image takes longer than ${maxSeconds} seconds. Ask for a smaller one, or for another format than avif.`,
    );
  if (message.includes('too large for the'))
    return ApiError.invalid('format', 'too_small', 'cannot hold that many pixels: ask for a size');
  if (message.includes('pixel limit')) return tooManyPixels();
  return ApiError.invalid('file_id', 'broken_image', 'is damaged: the picture cannot be read');
}
