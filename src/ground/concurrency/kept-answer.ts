/** So long an answer is good. From then on it is asked for again, beside the requests. */
const freshMs = 2_000;
/** So long an answer is used while the next one is on its way; a request that finds an older one waits. */
const usableMs = 4_000;

/**
 * An answer that changes, such as of the database, in the memory of a process: a few seconds old at most. A process that needs
 * it for nothing asks nothing.
 */
export class KeptAnswer<T> {
  private readonly ask: (before: T | undefined) => Promise<T>;
  private known: T | undefined;
  private knownAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<T> | undefined;

  /** @param ask takes the answer before, if there was one, so that it may ask only for what has changed */
  constructor(ask: (before: T | undefined) => Promise<T>) {
    this.ask = ask;
  }

  /** The answer as it was a few seconds ago at most. */
  current(): T | Promise<T> {
    const age = performance.now() - this.knownAt;
    if (age < freshMs) return this.known as T;
    const looking = this.look();
    if (age >= usableMs) return looking;
    // The next request that needs a newer answer hears of a failure.
    looking.catch(() => {});
    return this.known as T;
  }

  /** This process has changed it: it asks again at once. */
  forget(): void {
    this.knownAt = Number.NEGATIVE_INFINITY;
    this.looking = undefined;
  }

  private look(): Promise<T> {
    if (this.looking) return this.looking;
    const askedAt = performance.now();
    const looking = this.ask(this.known).then((found) => {
      if (this.looking !== looking) return found;
      this.known = found;
      this.knownAt = askedAt;
      return found;
    });
    this.looking = looking;
    const end = () => {
      if (this.looking === looking) this.looking = undefined;
    };
    looking.then(end, end);
    return looking;
  }
}
