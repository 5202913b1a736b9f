import type { Credential } from '../../db/call.ts';
import type { RequestContext } from '../../operations/context.ts';
import { operatorOf } from '../../operations/operator.ts';
import { mutates } from '../../operations/route.ts';

/** The facts about the sender of a request that the journal keeps: of any caller. */
export function callerOf(ctx: RequestContext) {
  const { requestId, ip, userAgent, causationDepth, route } = ctx;
  const caller: Pick<Credential, 'user_agent' | 'causation_depth' | 'root'> &
    Record<'request_id' | 'ip', string> = { request_id: requestId, ip };
  if (userAgent) caller.user_agent = userAgent;
  if (causationDepth) caller.causation_depth = causationDepth;
  if (route && mutates(route)) caller.root = ctx.root;
  return ctx.operator ? { ...caller, ...operatorOf(ctx) } : caller;
}
