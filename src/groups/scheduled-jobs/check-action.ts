import { z } from 'zod';
import { checkBody } from '../../http/input.ts';
import type { Outbound } from '../../outbound/safe-fetch.ts';
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
  if (type === 'webhook') await outbound.requireTarget(String(checked.url), 'action_config.url');
  return checked;
}
