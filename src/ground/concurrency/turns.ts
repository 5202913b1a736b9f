import { ApiError } from '../errors.ts';
import { type MayBegin, whenever } from './rules.ts';

/** The one that asks for a turn. */
export interface Asker {
  /** Tenants take turns with each other. */
  tenant: string;
  /** The callers of one tenant also take turns with each other. */
  caller?: string;
  /** Takes the asker out of the line, with its reason as the error. */
  signal?: AbortSignal | undefined;
}

export interface TurnsOptions {
  /** How much work is under way at the same time. */
  atOnce: number;
  /** Whether an asker may begin although a place is free: see rules.ts. */
  mayBegin?: MayBegin;
  /** How many may wait; none is refused when it is left out. */
  maxWaiting?: number;
  /** How many of one tenant may wait. */
  maxOfTenant?: number;
  /** The longest wait, in milliseconds; without end when it is left out. */
  waitMs?: number;
  /** The error for callers that cannot wait: the name of the overloaded resource, or another error. */
  refusal?: string | (() => ApiError);
  /** The name of the resource in metrics. */
  name?: string;
  /** Hears how long each asker has waited, in seconds. */
  onTurn?: (waitedSeconds: number, asker: Asker) => void;
}

interface Waiting {
  begin(): void;
  refuse(error: unknown): void;
}

/** The running and waiting work of a tenant. */
class Tenant {
  held = 0;
  waiting = 0;
  readonly heldBy = new Map<string, number>();
  /** By caller, the one whose turn is next first. */
  readonly lines = new Map<string, Waiting[]>();
}

const nobody: Asker = { tenant: '' };

/**
 * Lets work begin while less than so much of it is under way. The rest waits: next is the tenant that has the least under
 * way, equals take turns; so do the callers of a tenant, and each caller keeps its order. A thousand requests of one
 * delay another's by one. Where too many wait, the longest line loses its last.
 */
export class Turns {
  private readonly options: TurnsOptions;
  private readonly mayBegin: MayBegin;
  /** Those that hold a place or wait for one. */
  private readonly tenants = new Map<string, Tenant>();
  /** Those that wait, the one whose turn is next first. */
  private readonly queue = new Map<string, Tenant>();
  private waitingCount = 0;
  private heldCount = 0;

  constructor(options: TurnsOptions) {
    this.options = options;
    this.mayBegin = options.mayBegin ?? whenever;
  }

  /** How many are under way. */
  get held(): number {
    return this.heldCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** Whether a tenant has work under way, or waiting. */
  hasAny(tenant: string): boolean {
    return this.tenants.has(tenant);
  }

  /** @throws 429 CONCURRENCY_LIMITED, or the reason of the signal, before the work has begun */
  take = async <T>(work: () => Promise<T>, asker: Asker = nobody): Promise<T> => {
    const { tenant: name, caller = '', signal } = asker;
    signal?.throwIfAborted();
    const tenant = this.tenantOf(name);
    if (this.isFree(tenant, caller)) {
      this.hold(tenant, caller);
      this.options.onTurn?.(0, asker);
    } else await this.wait(asker, tenant);
    try {
      return await work();
    } finally {
      this.giveBack(name, tenant, caller);
    }
  };

  private tenantOf(name: string): Tenant {
    let tenant = this.tenants.get(name);
    if (!tenant) {
      tenant = new Tenant();
      this.tenants.set(name, tenant);
    }
    return tenant;
  }

  private isFree(tenant: Tenant, caller: string): boolean {
    const free = this.options.atOnce - this.heldCount;
    const heldByCaller = tenant.heldBy.get(caller) ?? 0;
    return free > 0 && this.mayBegin({ free, held: tenant.held, heldByCaller });
  }

  private hold(tenant: Tenant, caller: string): void {
    this.heldCount += 1;
    tenant.held += 1;
    tenant.heldBy.set(caller, (tenant.heldBy.get(caller) ?? 0) + 1);
  }

  private giveBack(name: string, tenant: Tenant, caller: string): void {
    this.heldCount -= 1;
    tenant.held -= 1;
    const left = (tenant.heldBy.get(caller) ?? 1) - 1;
    if (left > 0) tenant.heldBy.set(caller, left);
    else tenant.heldBy.delete(caller);
    this.forgetIdle(name, tenant);
    while (this.beginNext());
  }

  private forgetIdle(name: string, tenant: Tenant): void {
    if (tenant.waiting === 0) this.queue.delete(name);
    if (tenant.held === 0 && tenant.waiting === 0) this.tenants.delete(name);
  }

  private wait(asker: Asker, tenant: Tenant): Promise<void> {
    const { tenant: name, caller = '', signal } = asker;
    const { waitMs, onTurn } = this.options;
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const waiting: Waiting = {
        begin: () => {
          settle();
          onTurn?.((performance.now() - since) / 1000, asker);
          resolve();
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      };
      const giveUp = (error: unknown) => {
        this.remove(name, tenant, caller, waiting);
        waiting.refuse(error);
      };
      const leave = () => giveUp(signal?.reason);
      const timer = waitMs && setTimeout(() => giveUp(this.refusal()), waitMs);
      signal?.addEventListener('abort', leave);
      this.add(name, tenant, caller, waiting);
      this.keepShort(tenant);
    });
  }

  private add(name: string, tenant: Tenant, caller: string, waiting: Waiting): void {
    const line = tenant.lines.get(caller);
    if (line) line.push(waiting);
    else tenant.lines.set(caller, [waiting]);
    this.queue.set(name, tenant);
    tenant.waiting += 1;
    this.waitingCount += 1;
  }

  private remove(name: string, tenant: Tenant, caller: string, waiting: Waiting): void {
    const line = tenant.lines.get(caller) ?? [];
    const at = line.indexOf(waiting);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) tenant.lines.delete(caller);
    tenant.waiting -= 1;
    this.waitingCount -= 1;
    this.forgetIdle(name, tenant);
  }

  private keepShort(tenant: Tenant): void {
    const { maxOfTenant = Number.POSITIVE_INFINITY, maxWaiting = maxOfTenant } = this.options;
    if (tenant.waiting > maxOfTenant) this.shorten(tenant);
    else if (this.waitingCount > maxWaiting)
      this.shorten(longest(this.queue.values(), ({ waiting }) => waiting));
  }

  /** The last of the tenant's longest line is refused. */
  private shorten(tenant: Tenant): void {
    const [caller, line] = longest(tenant.lines, ([, waiting]) => waiting.length);
    const last = line.at(-1) as Waiting;
    const name = [...this.queue].find(([, one]) => one === tenant)?.[0] ?? '';
    this.remove(name, tenant, caller, last);
    last.refuse(this.refusal());
  }

  private refusal(): ApiError {
    const { refusal = 'Too many of these requests are under way.', name = 'turns' } = this.options;
    return typeof refusal === 'string' ? tooMany(refusal).by(name) : refusal();
  }

  /** @returns whether someone was let in */
  private beginNext(): boolean {
    const next = this.heldCount < this.options.atOnce ? this.next() : undefined;
    if (!next) return false;
    const { name, tenant, caller } = next;
    const line = tenant.lines.get(caller) ?? [];
    const first = line.shift();
    // Back to the end: the others come first.
    tenant.lines.delete(caller);
    if (line.length > 0) tenant.lines.set(caller, line);
    this.queue.delete(name);
    tenant.waiting -= 1;
    this.waitingCount -= 1;
    if (tenant.waiting > 0) this.queue.set(name, tenant);
    this.hold(tenant, caller);
    first?.begin();
    return true;
  }

  /** Of those who may begin: whose tenant, then who, has the least under way; of several the one whose turn it is. */
  private next(): { name: string; tenant: Tenant; caller: string } | undefined {
    let found: { name: string; tenant: Tenant; caller: string; heldByCaller: number } | undefined;
    for (const [name, tenant] of this.queue) {
      if (found && tenant.held >= found.tenant.held) continue;
      for (const caller of tenant.lines.keys()) {
        const heldByCaller = tenant.heldBy.get(caller) ?? 0;
        const isBehind = found?.tenant === tenant && heldByCaller >= found.heldByCaller;
        if (!isBehind && this.isFree(tenant, caller))
          found = { name, tenant, caller, heldByCaller };
      }
    }
    return found;
  }
}

/** The error for callers that cannot wait. */
export const tooMany = (refusal: string): ApiError =>
  new ApiError('CONCURRENCY_LIMITED', `${refusal} Try again in a moment.`, { retry_after: 1 });

/** The last of those with the most. */
function longest<T>(all: Iterable<T>, length: (one: T) => number): T {
  let found: T | undefined;
  for (const one of all) if (!found || length(one) >= length(found)) found = one;
  return found as T;
}
