import { anyHost } from '../../credentials/secret-headers.ts';
import type { Outbound } from '../../outbound/safe-fetch.ts';

/**
 * Whether webhooks may be called, as far as their URLs show it before their templates are filled in: they are asked
 * again when they are called.
 * @param path of the list in the body
 */
export async function checkTargets(
  outbound: Outbound,
  actions: Array<{ type: string; config: Record<string, unknown> }>,
  path: string,
): Promise<void> {
  for (const [index, { type, config }] of actions.entries()) {
    const url = String(config.url);
    if (type !== 'webhook' || anyHost.test(url)) continue;
    const filled = url.replaceAll(/\{\{[^{}]*\}\}/g, 'x');
    await outbound.requireTarget(filled, `${path}[${index}].config.url`);
  }
}
