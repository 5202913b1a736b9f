import type { Change, Credential, Waiting } from '../db/call.ts';
import type { Answer } from './answer.ts';

/** As whom an operation of a tenant runs: the gateway checks the credential at each call. */
export interface Who {
  tenant: string;
  credential: Credential;
}

/** How a call is made: how long it may take, what ends it, and how its change is to be made. */
export interface How extends Waiting {
  change?: Change | undefined;
}

/** Runs the one function of an operation as a caller: see Operations. */
export interface CallsOperations {
  call(who: Who, operation: string, args: object, how?: How): Promise<Answer>;
}
