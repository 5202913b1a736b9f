/** Lets so many through at once, and so many more each second. */
export class Bucket {
  private readonly size: number;
  private readonly perSecond: number;
  private left: number;
  private at = 0;

  constructor(size: number, perSecond: number) {
    this.size = size;
    this.perSecond = perSecond;
    this.left = size;
  }

  /** @param now milliseconds */
  take(now: number): boolean {
    const gained = this.at === 0 ? 0 : ((now - this.at) * this.perSecond) / 1000;
    this.left = Math.min(this.size, this.left + gained);
    this.at = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
