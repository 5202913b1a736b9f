/** Does the same with each of several things, so many at the same time as there are hands, in their order. */
export async function withHands<T>(
  hands: number,
  things: Iterable<T>,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const queue = things[Symbol.iterator]();
  const hand = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: hands }, hand));
}
