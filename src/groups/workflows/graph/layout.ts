/** Of a definition, what is drawn. */
export interface Definition {
  initial_state: string | null;
  states: Array<{ name: string; type: string }>;
  transitions: Array<{ name: string; from: string; to: string }>;
}

/** A state and where it stands: in which row from the top, as which of it. */
export interface Place {
  row: number;
  column: number;
}

/** Wider rows are broken. */
const perRow = 8;

/**
 * Puts states into rows: each below those that lead to it from the initial state by the fewest steps, near to them.
 * Unreachable states are at the bottom. Its time grows with the definition, not with the ways through it: a layout that
 * looks for the fewest crossings would keep everyone waiting for seconds.
 */
export function placesOf({ initial_state, states, transitions }: Definition): Map<string, Place> {
  const targets = Map.groupBy(transitions, ({ from }) => from);
  const left = new Set(states.map(({ name }) => name));
  const places = new Map<string, Place>();
  const first = initial_state !== null && left.has(initial_state) ? initial_state : undefined;
  let next = first === undefined ? [...left] : [first];
  let row = 0;
  while (next.length > 0) {
    for (const [index, name] of next.entries()) {
      left.delete(name);
      places.set(name, { row: row + Math.floor(index / perRow), column: index % perRow });
    }
    row += Math.ceil(next.length / perRow);
    // In the order of those that lead to them, so that few lines cross.
    const below = next.flatMap((name) => targets.get(name) ?? []).map(({ to }) => to);
    next = [...new Set(below)].filter((name) => left.has(name));
    if (next.length === 0) next = [...left];
  }
  return places;
}
