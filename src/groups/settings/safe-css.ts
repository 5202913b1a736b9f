import { createRequire } from 'node:module';
import type { CssNode, List, ListItem } from 'css-tree';

const require = createRequire(import.meta.url);
/** Loaded when there is a style sheet to look at: few tenants have one. */
const cssTree = (): typeof import('css-tree') => require('css-tree');

/** Functions that a value may hold: none of them loads anything. */
const functions = new Set(
  (
    'var calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp env ' +
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark ' +
    'linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient ' +
    'translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d ' +
    'rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective ' +
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia ' +
    'cubic-bezier steps linear repeat minmax fit-content counter counters attr ' +
    'circle ellipse inset polygon rect xywh'
  ).split(' '),
);
const atRules = new Set('media supports container layer keyframes -webkit-keyframes'.split(' '));
/** Bind script in browsers of old. */
const properties = new Set('behavior behaviour -moz-binding -ms-behavior'.split(' '));

/**
 * A style sheet without what could load, send or run anything, or end the element that it stands in: url() and every
 * other function but those of a list, at-rules that import, what cannot be parsed, names with escapes, comments.
 * @returns the style sheet written from its parsed form: nothing of the text is passed through
 */
export function safeCss(text: string): string {
  const { generate, parse, walk } = cssTree();
  const sheet = parse(text, { parseCustomProperty: true, onParseError() {} });
  walk(sheet, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode> | undefined) {
      if (!isHarmful(node)) return undefined;
      list?.remove(item);
      return walk.skip;
    },
  });
  // Also in a text: neither "</style" nor "<!--" is allowed there.
  return generate(sheet).replaceAll(/<(?=[/!?a-z])/gi, '\\3c ');
}

function isHarmful(node: CssNode): boolean {
  switch (node.type) {
    case 'Atrule':
      return (
        !atRules.has(node.name.toLowerCase()) || (node.prelude ? holdsHarm(node.prelude) : false)
      );
    case 'Declaration':
      return (
        node.property.includes('\\') ||
        properties.has(node.property.toLowerCase()) ||
        holdsHarm(node.value)
      );
    case 'Rule':
      return node.prelude.type === 'Raw';
    case 'Raw':
    case 'Comment':
    case 'CDO':
    case 'CDC':
      return true;
    default:
      return false;
  }
}

/** Whether anything in a value or a prelude may load or run. */
function holdsHarm(root: CssNode): boolean {
  let found = false;
  cssTree().walk(root, (node: CssNode) => {
    if (node.type === 'Raw' || node.type === 'Url') found = true;
    else if (node.type === 'Function') found ||= !functions.has(node.name.toLowerCase());
    else if (node.type === 'String') found ||= /(javascript|vbscript|data)\s*:/i.test(node.value);
    else if (node.type === 'Identifier') found ||= node.name.includes('\\');
  });
  return found;
}
