import { type Foreign, readForeign } from '../ground/shapes/foreign-json.ts';
import { compute } from './compute.ts';
import { job } from './job.ts';

const maxValues = 1_000_000;
export const smallLength = 64 * 1024;

const reading = job<typeof readForeign>(
  'readForeign',
  new URL('../ground/shapes/foreign-json.ts', import.meta.url),
  // The rows of a sync come from an answer of up to 16 MB.
  { cpuMs: 25_000, maxBytes: 64 * 1024 * 1024 },
);

/** JSON of others; long ones are read in a process beside this one. @throws ApiError as readForeign, and compute */
export const readBeside = async (
  tenant: string,
  text: string,
  most = maxValues,
): Promise<Foreign> =>
  text.length <= smallLength ? readForeign(text, most) : compute(tenant, reading, [text, most]);
