import { sharp } from './sharp.ts';
import { render } from './variants/render.ts';

/** A picture for a reader elsewhere, with its properties. */
export interface ScaledPicture {
  jpeg: Buffer;
  /** Of the source: its format, and its size in pixels as it is shown. */
  format: string;
  width: number;
  height: number;
}

/** Makes a JPEG of a picture whose longer side has so many pixels at most. @throws as `render` does */
export async function scalePicture(bytes: Buffer, side: number): Promise<ScaledPicture> {
  const spec = { width: side, height: side, fit: 'inside' as const, quality: 80 };
  const { bytes: jpeg } = await render(bytes, spec, 'jpeg');
  const { format, autoOrient } = await sharp(bytes).metadata();
  return { jpeg, format, ...autoOrient };
}
