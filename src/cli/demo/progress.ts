import { SingleBar } from 'cli-progress';

/** Shows how far a long piece of work is. */
export interface Progress {
  start(name: string, total: number, done: number): void;
  advance(by: number): void;
  /** Clears the line, whether it was started or not. */
  stop(): void;
}

/** A bar on a terminal; elsewhere nothing. */
export function showProgress(isTerminal = process.stderr.isTTY): Progress {
  if (!isTerminal) return { start() {}, advance() {}, stop() {} };
  const bar = new SingleBar({
    format: '  {name} {bar} {value} of {total}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 32,
    clearOnComplete: true,
    hideCursor: true,
  });
  return {
    start: (name, total, done) => bar.start(total, done, { name: name.padEnd(16) }),
    advance: (by) => bar.increment(by),
    stop: () => bar.stop(),
  };
}
