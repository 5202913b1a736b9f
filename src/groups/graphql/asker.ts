import { createHash } from 'node:crypto';
import type { Change, Credential } from '../../db/call.ts';
import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import { dataOf } from '../../operations/answer.ts';
import type { Caller } from '../../operations/caller.ts';
import { checkDepth } from '../../operations/context.ts';
import type { Call, Run } from '../../operations/handler.ts';
import { mutates, type Route } from '../../operations/route.ts';
import { runAs } from '../../operations/run-as.ts';
import { readChange } from '../../operations/safe-writes.ts';
import type { Services } from '../../operations/services.ts';
import type { Reads } from './reads.ts';

/** A request, and who asks. */
export interface Asking extends Call {
  services: Services;
  caller: Caller;
  credential: Credential;
  run: Run;
}

/** The arguments of a single mutation. */
export interface ChangeArgs {
  dryRun?: boolean | null;
}

/** The one who asks, as resolvers know them: everything goes through here with the caller's own credential. */
export class Asker {
  readonly reads: Reads;
  private readonly call: Asking;

  constructor(call: Asking, reads: Reads) {
    this.call = call;
    this.reads = reads;
  }

  /** Whether the caller is a user, who has an account to look at. */
  get isUser(): boolean {
    return 'session' in this.call.credential;
  }

  /** Runs the operation of a route by itself, as a request to it would. @returns its data */
  async alone<T>(route: Route, args: object, change?: Change): Promise<T> {
    const { services, caller, credential: own, ctx } = this.call;
    const credential = mutates(route) ? { ...own, root: ctx.root } : own;
    const who = { tenant: caller.tenant, credential };
    const { signal } = ctx;
    return dataOf(await runAs(services, who, route, args, { change, signal }));
  }

  /**
   * Makes a change, as its route does.
   * @param name of the field in the answer: an Idempotency-Key of the request goes for each of its changes
   */
  async change<T>(route: Route, args: object, { dryRun }: ChangeArgs, name: string): Promise<T> {
    const { services, caller, ctx } = this.call;
    checkDepth(ctx);
    services.room.require();
    await services.installation.requireOpen(true);
    const change = this.changeOf(route, dryRun ?? false, name);
    try {
      const data = await this.alone<T>(route, args, change);
      services.wakeups.ring(caller.tenant);
      return data;
    } catch (thrown) {
      // The token that a dry run made is gone with everything else.
      throw change.dry_run ? withoutToken(toApiError(thrown)) : thrown;
    }
  }

  private changeOf(route: Route, isDry: boolean, name: string): Change {
    const asked = readChange(route, this.call.req, this.call.search) ?? {};
    if (isDry || asked.dry_run) return { dry_run: true };
    if (asked.key === undefined) return {};
    return { key: createHash('sha256').update(`${asked.key} ${name}`).digest('hex') };
  }
}

function withoutToken({ code, message, extras, headers }: ApiError): ApiError {
  const { confirm_token: _, ...kept } = extras;
  return new ApiError(code, message, kept, headers);
}
