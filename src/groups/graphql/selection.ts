import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Of the nodes of one field in a document, which are the same array for all its parents. */
const known = new WeakMap<readonly FieldNode[], Set<string>>();

/** Returns what is selected of a field, two levels deep: `totalCount`, `edges.cursor`. Conditions are taken for met. */
export function selected({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const before = known.get(fieldNodes);
  if (before) return before;
  const names = new Set<string>();
  const collect = (set: SelectionSetNode | undefined, prefix: string, isDeepest: boolean) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const name = prefix + selection.name.value;
        names.add(name);
        if (!isDeepest) collect(selection.selectionSet, `${name}.`, true);
      } else {
        const part =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
        collect(part?.selectionSet, prefix, isDeepest);
      }
    }
  };
  for (const node of fieldNodes) collect(node.selectionSet, '', false);
  known.set(fieldNodes, names);
  return names;
}
