/** The one function of d3-dsv that is used here; the package brings no types of its own. */
declare module 'd3-dsv' {
  export function csvParse(text: string): Record<string, string>[];
}
