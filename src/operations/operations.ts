import type { Gateway } from '../db/call.ts';
import type { CallsOperations, How, Who } from './who.ts';

/** The way of a process to run operations as its callers: nothing else calls `api.*` and `platform.*` by the gateway. */
export class Operations implements CallsOperations {
  private readonly gateway: Pick<Gateway, 'call' | 'callPlatform'>;

  constructor(gateway: Pick<Gateway, 'call' | 'callPlatform'>) {
    this.gateway = gateway;
  }

  /**
   * Runs the one function `api.<operation>`, with the scope and the permission that the credential names.
   * @returns the answer as json text
   * @throws as Gateway.call
   */
  call(
    { tenant, credential }: Who,
    operation: string,
    args: object,
    { change, ...waiting }: How = {},
  ): Promise<string> {
    const asked = change ? { ...credential, change } : credential;
    return this.gateway.call(tenant, asked, operation, args, waiting);
  }

  /** Runs the one function `platform.<operation>`, in the tenant that it is about. @returns the answer as json text */
  platform(
    ...[caller, operation, args, how]: Parameters<Gateway['callPlatform']>
  ): Promise<string> {
    return this.gateway.callPlatform(caller, operation, args, how);
  }
}
