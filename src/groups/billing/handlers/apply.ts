import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { BillingEvent } from '../providers/provider.ts';

type Way = Pick<HandlerCall, 'services' | 'ctx'>;

/** Runs a function of the platform in a tenant that the provider's event, and no token, has named. */
export const inTenant = async (
  { services, ctx }: Way,
  tenant: string,
  operation: string,
  event: BillingEvent,
): Promise<AnyAnswer> => {
  const { requestId: request_id, ip, userAgent } = ctx;
  const caller = {
    request_id,
    ip,
    root: ctx.root,
    public: true as const,
    ...(userAgent ? { user_agent: userAgent } : {}),
  };
  const args = { tenant_id: tenant, event };
  return services.operations.platform(caller, operation, args, { tenant });
};
