import type { z } from 'zod';
import { saysKind } from './messages.ts';

type Issue = z.core.$ZodIssue;

/**
 * Where a value fits none of the shapes of a union, but one of them was clearly meant, the faults that it has as that one:
 * `to[2]: must be an email address` instead of `to: must be …, or …`.
 */
export function withinUnions(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = meantOf(issue.errors);
  if (!meant) return [issue];
  return meant.flatMap((inner) =>
    withinUnions({ ...inner, path: [...issue.path, ...inner.path] } as Issue),
  );
}

/** The one shape whose kind the value has; of several, the one that it lacks least of. */
function meantOf(shapes: Issue[][]): Issue[] | undefined {
  const ofKind = shapes.filter((issues) => !issues.some(isOtherKind));
  const [best, next] = ofKind
    .map((issues) => ({ issues, apart: issues.filter(isForeignShape).length }))
    .toSorted((one, other) => one.apart - other.apart);
  return best && (!next || best.apart < next.apart) ? best.issues : undefined;
}

/** The value as a whole is of another kind: a text where a list belongs. */
const isOtherKind = ({ path, code, message }: Issue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || saysKind(message));

/** It lacks a member of this shape, or has one that this shape does not. */
const isForeignShape = ({ code, message }: Issue): boolean =>
  code === 'unrecognized_keys' || message.startsWith('is required');
