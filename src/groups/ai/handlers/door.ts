import type { Begun, ModelDoor } from '../../../ai/with-models.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { cannotBeTried } from '../../../http/safe-writes.ts';

/**
 * The way of a request to models: what it uses counts for its tenant.
 * @throws 400 for a dry run: what it asks is paid for, and would not be counted
 */
export function doorOf({
  ask,
  caller,
  services,
  change,
}: Pick<HandlerCall, 'ask' | 'caller' | 'services' | 'change'>): ModelDoor {
  if (change?.dry_run) throw cannotBeTried();
  return {
    tenant: caller.tenant,
    box: services.box,
    outbound: services.outbound,
    begin: (asked) => ask<Begun>('ai_begin', asked),
    end: (args) => ask('ai_release', args),
  };
}
