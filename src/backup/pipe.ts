/** How much waits at most before its sender is told to pause. */
const roomBytes = 4 * 1024 * 1024;

/** Bytes on their way from one who pushes them to one who reads them. */
export class Pipe implements AsyncIterable<Buffer> {
  private readonly pieces: Buffer[] = [];
  private held = 0;
  private isEnded = false;
  private fault: Error | undefined;
  private wake: () => void = () => {};
  private readonly onFull: () => void;
  private readonly onRoom: () => void;

  /** @param onFull pauses the sender, who may push a little more @param onRoom lets it go on */
  constructor(onFull: () => void, onRoom: () => void) {
    this.onFull = onFull;
    this.onRoom = onRoom;
  }

  push(piece: Buffer): void {
    this.pieces.push(piece);
    this.held += piece.length;
    if (this.held >= roomBytes) this.onFull();
    this.wake();
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }

  fail(error: Error): void {
    this.fault ??= error;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.fault) throw this.fault;
      const piece = this.pieces.shift();
      if (piece) {
        const wasFull = this.held >= roomBytes;
        this.held -= piece.length;
        if (wasFull && this.held < roomBytes) this.onRoom();
        yield piece;
      } else if (this.isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}
