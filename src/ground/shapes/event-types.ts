import { nearestName } from './nearest.ts';

/** Those that nothing fires yet, of accounting: a filter may name them already. Those that a group declares replace them. */
export const announced = {
  invoice: 'created paid voided',
};

const verbs = new Map<string, string[]>();
const names = new Set<string>();

/**
 * Makes the events of the groups known, once, when their list is loaded.
 * @param tables of each group: `{webhook: 'created updated'}` are webhook.created and webhook.updated
 */
export function declareEvents(tables: Array<Record<string, string>>): void {
  const declared = tables.flatMap((table) => Object.entries(table));
  const others = Object.entries(announced).filter(
    ([noun]) => !tables.some((table) => noun in table),
  );
  for (const [noun, list] of [...declared, ...others]) {
    if (verbs.has(noun)) throw new Error(`two groups declare the events of ${noun}`);
    verbs.set(noun, list.split(' '));
    for (const verb of list.split(' ')) names.add(`${noun}.${verb}`);
  }
}

/** Every event of the system, by its name. */
export const eventTypes = (): string[] => [...names].sort();

/** A valid name for a custom event, with or without `custom.` before it. */
export const customEventName = /^(?!custom\.$)(?:custom\.)?[A-Za-z0-9_][A-Za-z0-9_.:-]{0,99}$/;

/** Whether a filter may hold it: the name of an event, `custom.<name>`, `<noun>.*` or `*`. */
export function isEventPattern(text: string): boolean {
  if (text === '*' || names.has(text)) return true;
  const [noun = '', rest] = text.split(/\.(.*)/s);
  if (noun === 'custom') return rest === '*' || customEventName.test(text);
  return rest === '*' && verbs.has(noun);
}

/** An error of zod for names that are no events: the rule, and the event that was probably meant. */
export const eventError = (rule: string) => ({
  error: ({ input }: { input?: unknown }): string => {
    const given = Array.isArray(input) ? input.find((one) => !isEventPattern(one)) : input;
    const nearest =
      typeof given === 'string'
        ? nearestName(given, [...names, ...[...verbs.keys()].map((noun) => `${noun}.*`)])
        : undefined;
    return nearest === undefined ? rule : `${rule}; did you mean \`${nearest}\`?`;
  },
});

/** The event that an automation listens to under a name: for an unknown one, the caller's own event. */
export const triggeringEvent = (name: string): string =>
  isEventPattern(name) ? name : `custom.${name}`;

/**
 * Tells whether a text may trigger an automation: `schedule`, `manual`, a name that a filter may hold, or the bare name
 * of a custom event.
 */
export function isAutomationTrigger(text: string): boolean {
  if (text === 'schedule' || text === 'manual' || isEventPattern(text)) return true;
  const noun = text.split('.', 1)[0] as string;
  // A name such as object.creatd would wait for ever.
  return (
    customEventName.test(text) && noun !== 'custom' && !(text.includes('.') && verbs.has(noun))
  );
}
