/** Values that come by themselves, for a reader that takes one after the other. */
export class EventQueue<T> implements AsyncIterableIterator<T> {
  private readonly values: T[] = [];
  private waiting: PromiseWithResolvers<IteratorResult<T>> | undefined;
  private failure: unknown;
  private isEnded = false;
  private readonly onEnd: () => void;

  /** @param onEnd called once, when no one will read any more */
  constructor(onEnd: () => void) {
    this.onEnd = onEnd;
  }

  /** How many wait to be read. */
  get size(): number {
    return this.values.length;
  }

  push(value: T): void {
    if (this.isEnded) return;
    if (this.waiting) {
      this.waiting.resolve({ value, done: false });
      this.waiting = undefined;
    } else this.values.push(value);
  }

  /** Ends it; the reader is told why, after what waits. */
  fail(reason: unknown): void {
    if (this.isEnded) return;
    this.end();
    if (this.waiting) this.waiting.reject(reason);
    else this.failure = reason;
    this.waiting = undefined;
  }

  async next(): Promise<IteratorResult<T>> {
    const [value] = this.values.splice(0, 1);
    if (value !== undefined) return { value, done: false };
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
    if (this.isEnded) return { value: undefined, done: true };
    this.waiting = Promise.withResolvers();
    return this.waiting.promise;
  }

  async return(): Promise<IteratorResult<T>> {
    this.values.length = 0;
    this.end();
    this.waiting?.resolve({ value: undefined, done: true });
    this.waiting = undefined;
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.onEnd();
  }
}
