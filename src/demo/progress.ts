import { SingleBar } from 'cli-progress';

/** Shows how far a long piece of work is. */
export interface Progress {
  start(name: string, total: number, done: number): void;
  advance(by: number): void;
  /** One line that stays. */
  end(line: string): void;
}

/** A bar on a terminal; elsewhere only the lines that stay. */
export function showProgress(
  print: (line: string) => void,
  isTerminal = process.stderr.isTTY,
): Progress {
  if (!isTerminal) return { start() {}, advance() {}, end: print };
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
    end(line) {
      bar.stop();
      print(line);
    },
  };
}
