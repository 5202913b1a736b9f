import { BackupError } from './errors.ts';
import { lsnOf } from './lsn.ts';
import { Pipe } from './pipe.ts';
import { StreamQuery } from './replication.ts';

/** BASE_BACKUP: the cluster as a tar archive, with the WAL that it needs to be consistent, and its manifest. */
export class BaseQuery extends StreamQuery {
  readonly tar: Pipe;
  readonly manifest: Pipe;
  private current: Pipe;

  /** @param rateMb at most so many MB a second */
  constructor(label: string, rateMb: number) {
    super(
      `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', MAX_RATE ${Math.min(rateMb * 1024, 1_048_576)})`,
    );
    const pipe = () =>
      new Pipe(
        () => this.connection?.stream.pause(),
        () => this.connection?.stream.resume(),
      );
    this.tar = pipe();
    this.manifest = pipe();
    this.current = this.tar;
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const type = String.fromCharCode(chunk[0] ?? 0);
    if (type === 'd') this.current.push(Buffer.from(chunk.subarray(1)));
    else if (type === 'm') {
      this.tar.end();
      this.current = this.manifest;
    } else if (type === 'n' && chunk.toString('latin1', 1, chunk.indexOf(0, 1)) !== 'base.tar')
      this.failed(
        new BackupError('The cluster has tablespaces, which base backups do not include.'),
      );
  }

  override handleReadyForQuery(): void {
    this.tar.end();
    this.manifest.end();
    super.handleReadyForQuery();
  }

  /** Passes the failure on to the readers of both pipes. */
  override failed(error: Error): void {
    this.tar.fail(error);
    this.manifest.fail(error);
  }

  /** Once it is done: where its WAL begins, and where it ends. */
  range(): { start: bigint; end: bigint; timeline: number } {
    const [start = [], end = []] = [this.rows[0], this.rows.at(-1)];
    return {
      start: lsnOf(start[0] ?? ''),
      end: lsnOf(end[0] ?? ''),
      timeline: Number(start[1]),
    };
  }
}
