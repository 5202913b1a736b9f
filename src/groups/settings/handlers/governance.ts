import { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/** PATCH /v1/governance: data stays in the region of this server, so no other can be promised. */
export async function updateGovernance(
  call: HandlerCall<{ data_region?: string }>,
): Promise<string> {
  const { region } = call.services.config;
  const wanted = call.args.data_region;
  if (wanted && wanted !== region)
    throw ApiError.invalid(
      'data_region',
      'unavailable',
      `must be ${region}, where this server keeps its data`,
    );
  return call.run('governance_update', call.args);
}
