import type { Gateway } from '../db/call.ts';
import { type Answer, readAnswer } from './answer.ts';
import { marksOf } from './functions.ts';
import type { CallsOperations, How, Who } from './who.ts';

declare module './services.ts' {
  interface Services {
    /** Runs operations as callers. */
    operations: Operations;
  }
}

type OfPlatform = Parameters<Gateway['callPlatform']>;

/** The way of a process to run operations as its callers: nothing else calls `api.*` and `platform.*` by the gateway. */
export class Operations implements CallsOperations {
  private readonly gateway: Pick<Gateway, 'call' | 'callPlatform'>;

  constructor(gateway: Pick<Gateway, 'call' | 'callPlatform'>) {
    this.gateway = gateway;
  }

  /**
   * Runs the one function `api.<operation>`, with the scope and the permission that the credential names.
   * @returns the answer, with its headers or its refusal
   * @throws as Gateway.call
   */
  async call(
    { tenant, credential }: Who,
    operation: string,
    args: object,
    how: How = {},
  ): Promise<Answer> {
    const { change } = how;
    const asked = change ? { ...credential, change } : credential;
    const answer = await this.gateway.call(tenant, asked, operation, args, how);
    const { carriesHeaders, mayRefuse } = marksOf(operation);
    // With an Idempotency-Key, any failure is kept as a refusal: see app.run_once.
    return readAnswer(answer, {
      carriesHeaders,
      mayRefuse: mayRefuse || change?.key !== undefined,
    });
  }

  /** Runs the one function `platform.<operation>`, in the tenant that it is about. @returns the answer, as `call` */
  async platform(
    caller: OfPlatform[0],
    operation: string,
    args: object,
    how?: OfPlatform[3],
  ): Promise<Answer> {
    const answer = await this.gateway.callPlatform(caller, operation, args, how);
    const { carriesHeaders, mayRefuse } = marksOf(operation);
    const isRepeatable = caller.change?.key !== undefined;
    return readAnswer(answer, { carriesHeaders, mayRefuse: mayRefuse || isRepeatable });
  }
}
