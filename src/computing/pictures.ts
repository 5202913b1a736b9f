import { compute } from './compute.ts';
import { job } from './job.ts';

const drawing = job<typeof import('../ground/charts/picture.ts').drawChart>(
  'drawChart',
  new URL('../ground/charts/picture.ts', import.meta.url),
);
const bitmaps = job<typeof import('../ground/charts/bitmap.ts').pngOf>(
  'pngOf',
  new URL('../ground/charts/bitmap.ts', import.meta.url),
);

/** Draws a chart beside this thread. @returns it as SVG */
export const drawBeside = (
  tenant: string,
  ...given: Parameters<typeof import('../ground/charts/picture.ts').drawChart>
): Promise<string> => compute(tenant, drawing, given);

/** Makes a bitmap of SVG beside this thread. */
export const pngBeside = async (tenant: string, svg: string): Promise<Buffer> =>
  Buffer.from(await compute(tenant, bitmaps, [svg]));
