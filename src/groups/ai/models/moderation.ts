import { wordsOf } from './words.ts';

/** The categories of moderation with the local words of each; OpenAI has the same categories, and more. */
const words = {
  harassment: 'bastard bitch dickhead idiot imbecile loser moron scum slut whore wanker',
  hate: 'subhuman untermensch vermin',
  'self-harm': 'suicide suicidal selfharm overdose cutting hang',
  sexual:
    'blowjob dildo fuck fucking hentai naked nude orgasm penis porn porno pussy tits vagina xxx',
  violence:
    'behead bomb butcher execute kill killed killing massacre murder murdered shoot slaughter stab strangle torture',
};

export type Category = keyof typeof words;
export const categories = Object.keys(words) as Category[];

export interface Moderated {
  flagged: boolean;
  categories: Record<string, boolean>;
  category_scores: Record<string, number>;
}

const lists = Object.fromEntries(
  Object.entries(words).map(([name, list]) => [name, new Set(list.split(' '))]),
) as Record<Category, Set<string>>;

/** Looks for words that are mostly unpleasant: it knows no context, no other language than English, and no irony. */
function moderateLocally(text: string): Moderated {
  const said = wordsOf(text);
  const scores = Object.fromEntries(
    categories.map((name) => {
      const found = said.filter((word) => lists[name].has(word)).length;
      return [name, found === 0 ? 0 : Math.min(1, 0.6 + found / Math.max(said.length, 5))];
    }),
  );
  return moderated(
    Object.fromEntries(categories.map((name) => [name, scores[name] !== 0])),
    scores,
  );
}

export const moderateAll = (texts: string[]): Moderated[] => texts.map(moderateLocally);

/** @param found each category, and whether a text is of it */
export const moderated = (
  found: Record<string, boolean>,
  scores: Record<string, number>,
): Moderated => ({
  flagged: Object.values(found).some(Boolean),
  categories: found,
  category_scores: scores,
});
