/**
 * The answers to many requests, 50 of them under way at a time: as many connections at once as even a busy system
 * accepts.
 * @param ask makes the nth request, from 0
 */
export async function crowd<T>(count: number, ask: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let from = 0; from < count; from += 50) {
    const width = Math.min(50, count - from);
    answers.push(...(await Promise.all(Array.from({ length: width }, (_, i) => ask(from + i)))));
  }
  return answers;
}
