/** Lines by name, of which each in turn gives its first. */
export class Rotation<T> {
  /** The one whose turn is next first. */
  private readonly lines = new Map<string, T[]>();
  private count = 0;

  /** How many wait, in all lines. */
  get size(): number {
    return this.count;
  }

  add(name: string, one: T): void {
    const line = this.lines.get(name);
    if (line) line.push(one);
    else this.lines.set(name, [one]);
    this.count += 1;
  }

  /** The first of the line whose turn it is, which goes behind the others. */
  next(): T | undefined {
    const [first] = this.lines;
    return first && this.shift(...first);
  }

  /** Up to so many of the line whose turn it is, which goes behind the others. */
  nextOfOne(most: number): T[] {
    const [first] = this.lines;
    if (!first) return [];
    const [name, line] = first;
    const taken = [this.shift(name, line)];
    while (taken.length < most && line.length > 0) taken.push(this.shift(name, line));
    return taken;
  }

  /** Takes from each line those at its head that are so. */
  takeHeads(isSo: (one: T) => boolean): T[] {
    const taken: T[] = [];
    for (const [name, line] of [...this.lines])
      while (line[0] !== undefined && isSo(line[0])) taken.push(this.shift(name, line));
    return taken;
  }

  private shift(name: string, line: T[]): T {
    const first = line.shift() as T;
    this.lines.delete(name);
    if (line.length > 0) this.lines.set(name, line);
    this.count -= 1;
    return first;
  }
}
