import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { checkBody } from '../../http/input.ts';
import { type Outbound, OutboundError } from '../../outbound/safe-fetch.ts';
import { type JobAction, jobActions } from './shapes.ts';

/**
 * The configuration of what a scheduled job does, as it is kept: with defaults, without fields that nobody knows.
 * @throws 400 with its path under action_config
 */
export async function checkAction(
  type: JobAction,
  config: Record<string, unknown>,
  outbound: Outbound,
): Promise<Record<string, unknown>> {
  const shape = z.object({ action_config: jobActions[type] });
  const { action_config } = checkBody(shape, { action_config: config });
  const checked = action_config as Record<string, unknown>;
  if (type === 'webhook') await checkTarget(String(checked.url), outbound);
  return checked;
}

async function checkTarget(url: string, outbound: Outbound): Promise<void> {
  try {
    await outbound.checkTarget(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw ApiError.invalid('action_config.url', 'not_allowed', error.message);
  }
}
