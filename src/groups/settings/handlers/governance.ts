import { ApiError } from '../../../ground/errors.ts';
import type { Context } from '../../../operations/operation.ts';

/** PATCH /v1/governance: data stays in the region of this server, so no other can be promised. */
export function prepareGovernance({ services }: Context, args: { data_region?: string }): object {
  const { region } = services.config;
  const wanted = args.data_region;
  if (wanted && wanted !== region)
    throw ApiError.invalid(
      'data_region',
      'unavailable',
      `must be ${region}, where this server keeps its data`,
    );
  return args;
}
