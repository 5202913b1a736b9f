import { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { prepareCall, type StepRequest } from '../../../http/transaction.ts';

/** Does one request as the caller, whose scopes, permissions and policies count as if they had sent it. @throws its refusal */
export async function actAs<T>(
  { ask, findRoute }: Pick<HandlerCall, 'ask' | 'findRoute'>,
  request: StepRequest,
): Promise<T> {
  const step = prepareCall(request, findRoute);
  return (await ask<{ data: T }>('ai_act', { step })).data;
}

/** The part of a refusal that a model may see. */
export const refusalOf = (error: unknown): { error: string } => {
  if (error instanceof ApiError && error.status < 500) return { error: error.message };
  throw error;
};
