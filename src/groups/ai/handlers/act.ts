import { ApiError } from '../../../ground/errors.ts';
import { actingDoorOf, type DoorCall } from '../../../operations/call-door.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { act } from '../../../operations/run.ts';
import type { StepRequest } from '../../../operations/transaction.ts';

/** A call that does other requests as its caller. */
export type ActingCall = DoorCall & Pick<HandlerCall, 'findRoute'>;

/** Does one request as the caller, whose scopes, permissions and policies count as if they had sent it. @throws its refusal */
export async function actAs<T>(call: ActingCall, request: StepRequest): Promise<T> {
  const door = actingDoorOf(call, async (step) => {
    const { data } = await call.ask<{ data: unknown }>('act', { step });
    return data;
  });
  return (await act(door, request, call.findRoute)) as T;
}

/** The part of a refusal that a model may see. */
export const refusalOf = (error: unknown): { error: string } => {
  if (error instanceof ApiError && error.status < 500) return { error: error.message };
  throw error;
};
