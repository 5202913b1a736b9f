import { z } from 'zod';
import { type HeaderedCall, type Sealer, sealHeaders } from '../../credentials/secret-headers.ts';
import { checkBody } from '../../operations/body-shape.ts';
import type { Outbound } from '../../outbound/safe-fetch.ts';
import { type JobAction, jobActions } from './shapes.ts';

/**
 * The configuration of what a scheduled job does, as it is kept: with defaults, without unknown fields, with the
 * secret headers of a webhook sealed.
 * @param known the sealed secrets that the job has now
 * @throws 400 with its path under action_config
 */
export async function checkAction(
  { outbound, ...sealer }: Sealer & { outbound: Outbound },
  type: JobAction,
  config: Record<string, unknown>,
  known: readonly string[],
): Promise<Record<string, unknown>> {
  const shape = z.object({ action_config: jobActions[type] });
  const { action_config } = checkBody(shape, { action_config: config });
  const checked = action_config as Record<string, unknown>;
  if (type !== 'webhook') return checked;
  await outbound.requireTarget(String(checked.url), 'action_config.url');
  return sealHeaders(checked as HeaderedCall, known, 'action_config.headers', sealer);
}
