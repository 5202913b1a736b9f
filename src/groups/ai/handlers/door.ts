import type { HandlerCall } from '../../../operations/handler.ts';
import { cannotBeTried } from '../../../operations/safe-writes.ts';
import type { Begun, ModelDoor } from '../models/with-models.ts';

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
