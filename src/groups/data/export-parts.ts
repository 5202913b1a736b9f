const partSize = 1024 * 1024;

/** Cuts the bytes of a file into parts of up to 1 MB, as app.export_chunks keeps them. */
export class Parts {
  size = 0;
  private waiting: Buffer[] = [];
  private length = 0;

  /** @returns the parts that are full */
  add(bytes: Buffer): Buffer[] {
    this.waiting.push(bytes);
    this.length += bytes.length;
    this.size += bytes.length;
    if (this.length < partSize) return [];
    const all = Buffer.concat(this.waiting);
    const full = Math.floor(all.length / partSize);
    this.waiting = [all.subarray(full * partSize)];
    this.length = all.length % partSize;
    return Array.from({ length: full }, (_, n) => all.subarray(n * partSize, (n + 1) * partSize));
  }

  /** @returns what is left, if anything is */
  end(): Buffer[] {
    return this.length > 0 ? [Buffer.concat(this.waiting)] : [];
  }
}
