import { ApiError } from '../../../ground/errors.ts';

export const variants = ['thumb', 'small', 'medium', 'large', 'original', 'custom'] as const;
export const fits = ['cover', 'contain', 'fill', 'inside', 'outside'] as const;
export const formats = ['webp', 'avif', 'jpeg', 'png'] as const;

export type Fit = (typeof fits)[number];
export type Format = (typeof formats)[number];

/** The query of a variant, checked: it overrides the variant's name. */
export interface VariantQuery {
  w?: number;
  h?: number;
  fit?: Fit;
  format?: Format;
  q?: number;
}

/** How an image is made of another one. */
export interface Spec {
  /** In pixels; without any of the two it keeps its size. */
  width?: number;
  height?: number;
  fit: Fit;
  /** Left out: that of the source. */
  format?: Format;
  /** 20 to 100. */
  quality: number;
}

const sizes: Record<string, Pick<Spec, 'width' | 'height'>> = {
  thumb: { width: 200, height: 200 },
  small: { width: 480 },
  medium: { width: 1024 },
  large: { width: 2048 },
  original: {},
};

/**
 * The output format for each kind of source when no format is asked for: the same; for a GIF, whose first frame is
 * taken, WebP.
 */
const ownFormats: Record<string, Format> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'webp',
  'image/avif': 'avif',
};

const defaultQuality = 80;

/** @throws 400 for a variant that there is not, and for `custom` without a size */
export function specOf(variant: string, { w, h, fit, format, q }: VariantQuery): Spec {
  if (!(variants as readonly string[]).includes(variant))
    throw ApiError.invalid('variant', 'unknown_variant', `must be one of ${variants.join(', ')}`);
  const hasSize = w !== undefined || h !== undefined;
  if (variant === 'custom' && !hasSize)
    throw ApiError.invalid('w', 'required', 'is missing: custom needs w, h or both');
  const { width, height } = hasSize ? { width: w, height: h } : (sizes[variant] ?? {});
  // One side determines the other: there is nothing to fit.
  const isBox = width !== undefined && height !== undefined;
  return {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: isBox ? (fit ?? 'cover') : 'inside',
    ...(format ? { format } : {}),
    quality: q ?? defaultQuality,
  };
}

/** The output format of a spec for a source of this media type: one of rasterTypes. */
export const formatOf = (spec: Spec, sourceType: string): Format =>
  spec.format ?? (ownFormats[sourceType] as Format);

/** The same for all that makes the same image: `cover-200x200.webp.80`. Nothing but letters, digits, - and . in it. */
export function nameOf({ width, height, fit, quality }: Spec, format: Format | 'own'): string {
  const isSized = width !== undefined || height !== undefined;
  const size = isSized ? `${fit}-${width ?? ''}x${height ?? ''}` : 'original';
  // PNG loses nothing, whatever the quality.
  return `${size}.${format}${format === 'png' ? '' : `.${quality}`}`;
}

/** The name of what a spec makes, by the media type of its source. */
export const namesOf = (spec: Spec): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ownFormats).map(([type, own]) => [type, nameOf(spec, spec.format ?? own)]),
  );

/** The grant of a signed URL to it: see Grant.what. Known before its source is. */
export const grantOf = (spec: Spec): string => nameOf(spec, spec.format ?? 'own');
