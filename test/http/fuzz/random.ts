/** Numbers that a seed decides: mulberry32. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let n = this.state;
    n = Math.imul(n ^ (n >>> 15), n | 1);
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61);
    return ((n ^ (n >>> 14)) >>> 0) / 4294967296;
  }

  below(most: number): number {
    return Math.floor(this.next() * most);
  }

  /** True so many times in a hundred. */
  hits(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
