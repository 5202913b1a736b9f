import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { faultOfNumber } from '../ground/shapes/json-values.ts';

const decimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Parses a YAML text.
 * @throws Error for what is not YAML, and naming the line of a number that would lose digits before a server sees it
 */
export function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  if (document.errors[0]) throw document.errors[0];
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || typeof node.value !== 'number') return;
      const { source = '', range } = node;
      const fault = decimal.test(source) ? faultOfNumber(source) : undefined;
      if (!fault) return;
      const { line } = lineCounter.linePos(range?.[0] ?? 0);
      throw new Error(`${source.slice(0, 50)} in line ${line} ${fault.message}`);
    },
  });
  return document.toJS();
}
