import { z } from 'zod';
import { wholeNumber } from '../../ground/shapes/schemas.ts';
import { fits, formats, variants } from './variants/spec.ts';

const fit = z
  .enum(fits)
  .optional()
  .meta({
    description:
      'With both w and h: `cover` (default) cuts off what does not fit, `contain` adds a frame, `fill` distorts, ' +
      '`inside` and `outside` keep the proportions',
  });
const format = z.enum(formats).optional().meta({
  description: 'Default: the format of the file; webp for a GIF',
});
const [width, height] = ['Width in pixels', 'Height in pixels'];
const [largest, least, best] = [4096, 20, 100];
const quality = 'Quality, default 80; has no effect on png';

/** How a variant is made, in a query: see `specOf`. */
export const variantQuery = {
  w: wholeNumber(1, largest, width),
  h: wholeNumber(1, largest, height),
  fit,
  format,
  q: wholeNumber(least, best, quality),
};

const whole = (min: number, max: number, description: string) =>
  z.number().int().min(min).max(max).optional().meta({ description });

/** The same, and of which variant, in a body. */
export const variantFields = {
  variant: z
    .enum(variants)
    .optional()
    .meta({ description: 'An image made from the file, instead of the file itself' }),
  w: whole(1, largest, width),
  h: whole(1, largest, height),
  fit,
  format,
  q: whole(least, best, quality),
};
