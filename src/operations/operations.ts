import type { Change, Credential, Gateway, Waiting } from '../db/call.ts';
import { kindOf, permissionOf, type Route } from '../http/route.ts';
import type { OperationServices } from './operation.ts';
import { lookBy, runOperation } from './run.ts';

/** As whom an operation of a tenant runs: the gateway checks the credential at each call. */
export interface Who {
  tenant: string;
  credential: Credential;
}

/** How a call is made: how long it may take, what ends it, and how its change is to be made. */
export interface How extends Waiting {
  change?: Change | undefined;
}

/** The way of a process to run operations as its callers: nothing else calls `api.*` and `platform.*` by the gateway. */
export class Operations {
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

  /**
   * Runs the operation of a route as a request to it would, with what Node does around its function: with the scope and
   * the permission that the route needs, and in company where it may be.
   * @param who where something is changed, with the root of what that causes
   * @returns the answer as json text
   */
  run(
    services: OperationServices,
    { tenant, credential }: Who,
    route: Route,
    args: object,
    { change, signal }: Pick<How, 'change' | 'signal'> = {},
  ): Promise<string> {
    const needed = { scope: route.scope, permission: permissionOf(route) };
    const who: Who = { tenant, credential: { ...credential, ...needed } };
    const rides = change?.key || change?.dry_run ? undefined : route.rides;
    const door = {
      services,
      caller: { tenant },
      signal,
      userAgent: credential.user_agent,
      isDryRun: change?.dry_run,
      look: lookBy((_, operation, input) =>
        this.call(who, operation, input, { kind: 'read', signal }),
      ),
    };
    return runOperation(door, route, args, (operation, input) =>
      this.call(who, operation, input, { kind: kindOf(route), signal, rides, change }),
    );
  }

  /** Runs the one function `platform.<operation>`, in the tenant that it is about. @returns the answer as json text */
  platform(
    ...[caller, operation, args, how]: Parameters<Gateway['callPlatform']>
  ): Promise<string> {
    return this.gateway.callPlatform(caller, operation, args, how);
  }
}
