import type { z } from 'zod';
import { ApiError } from '../../../ground/errors.ts';
import type { Context } from '../../../operations/operation.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { scrub } from '../scrub.ts';
import type { report } from '../shapes.ts';

const maxBytes = 65_536;

/** POST /v1/errors/report: secrets are removed, and what the report has in common with others is found, before it is stored. */
export function prepareReport({ userAgent }: Context, args: z.output<typeof report>): object {
  if (Buffer.byteLength(JSON.stringify(args)) > maxBytes)
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      'The report is larger than 64 KB. Shorten its stack or its metadata.',
    );
  const given = Object.entries({ ...args, user_agent: args.user_agent ?? userAgent });
  const known = Object.fromEntries(given.filter(([, value]) => value != null));
  const clean = scrub(known) as typeof args;
  return { ...clean, fingerprint: fingerprintOf(clean) };
}
