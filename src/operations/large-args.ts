import { setImmediate as nextRound } from 'node:timers/promises';
import { JsonBytes, JsonText } from '../db/json-text.ts';
import { opened } from '../ground/concurrency/outcome.ts';
import type { ReadBody } from './body-messages.ts';
import { type BodyThreads, threadBytes } from './body-threads.ts';
import type { RouteInput } from './route-input.ts';
import { type WorkedRoute, worksInNode } from './works-in-node.ts';

type Args = Record<string, unknown>;

/** The input of an operation with a large body, as it goes to the database: this thread never sees what it holds. */
export class LargeArgs {
  readonly json: JsonBytes | undefined;
  /** In place of it, of a transaction that Node has work to do for. */
  readonly args: Args | undefined;
  /** The tenant that the body names. */
  readonly tenantId: unknown;
  /** Of a transaction. */
  readonly how: ReadBody['transaction'];
  readonly use: ReadBody['use'];
  private readonly fault: ReadBody['fault'];

  constructor({ encoded, args, tenantId, transaction, fault, use }: ReadBody) {
    this.json = encoded && new JsonBytes(encoded);
    this.args = args;
    this.use = use;
    this.tenantId = tenantId;
    this.how = transaction;
    this.fault = fault;
  }

  /** @throws the refusal of what it holds */
  check(): void {
    if (this.fault) opened(this.fault);
  }
}

/** The texts that repeated requests are recognised by, of bodies that another thread read: see useOf. */
const uses = new WeakMap<Args, Uint8Array>();
export const useOfLarge = (args: Args): Uint8Array | undefined => uses.get(args);

export interface LargeRequest {
  /** Without work of Node, it goes to the database as it is. */
  route: WorkedRoute & Pick<RouteInput, 'isTransaction'>;
  /** The tenant or address whose turn it takes. */
  owner: string;
  signal: AbortSignal;
  /** Whether a token identifies the tenant. */
  isOwn: boolean;
  hasKey: boolean;
}

/**
 * Reads a large body in a thread of its own, as its route has it.
 * @param bytes are gone afterwards
 * @returns its fields for a handler, and otherwise what goes to the database
 */
export async function readLargeArgs(
  threads: BodyThreads,
  { route, owner, signal, isOwn, hasKey }: LargeRequest,
  bytes: Buffer,
  rest: Args,
): Promise<Args | LargeArgs> {
  const isForDatabase = isOwn && !worksInNode(route);
  const job = {
    route: route.id,
    bytes,
    rest,
    isForDatabase,
    wantsUse: hasKey && (worksInNode(route) || route.isTransaction === true),
  };
  const transfer = [bytes.buffer as ArrayBuffer];
  const read = await threads.do(owner, 'read', job, { signal, transfer });
  if (isForDatabase) return new LargeArgs(read);
  const args = read.args as Args;
  for (const [name, text] of Object.entries(read.passedOn ?? {})) args[name] = new JsonText(text);
  if (read.use) uses.set(args, read.use);
  // To have got it took some milliseconds; what its handler does takes more.
  await nextRound();
  return args;
}

/** The input of a call as it goes to the database, written in a thread where that takes long. */
export async function largeInput(
  threads: BodyThreads,
  owner: string,
  args: object,
): Promise<object> {
  if (args.constructor !== Object || !isLong(args)) return args;
  try {
    return new JsonBytes(await threads.do(owner, 'write', args as Args));
  } catch {
    // The handler has already done its work, so a refusal must not undo it: this thread writes the input instead.
    return args;
  }
}

/** Whether the texts of a value are longer together than what this thread writes by itself. */
function isLong(value: unknown): boolean {
  let left = threadBytes;
  const walk = (one: unknown): void => {
    if (left <= 0) return;
    left -= 8;
    if (typeof one === 'string') left -= one.length;
    else if (typeof one === 'object' && one !== null)
      for (const name in one) {
        left -= name.length;
        walk((one as Args)[name]);
      }
  };
  walk(value);
  return left <= 0;
}
