import type { Begun, ModelDoor } from '../../../ai/with-models.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/** The way of a request to models: what it uses counts for its tenant. */
export const doorOf = ({
  ask,
  caller,
  services,
}: Pick<HandlerCall, 'ask' | 'caller' | 'services'>): ModelDoor => ({
  tenant: caller.tenant,
  box: services.box,
  outbound: services.outbound,
  begin: (asked) => ask<Begun>('ai_begin', asked),
  end: (args) => ask('ai_release', args),
});
