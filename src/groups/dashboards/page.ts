import { drawBeside } from '../../computing/pictures.ts';
import type { ChartKind, Figures } from '../../ground/charts/picture.ts';
import { labelOf, numberOf, textOf } from '../../ground/charts/text.ts';
import { escapeHtml } from '../../tools/answers/html.ts';
import type { SharedDashboard, SharedWidget } from './shared.ts';

type Data = Figures & { value?: unknown; text?: string; previous?: { value?: unknown } & Figures };

const charts = new Set<string>(['line', 'bar', 'area', 'pie', 'funnel']);
const columnsOfGrid = 12;

/** The body of the page of a shared dashboard. @returns HTML: everything that comes from outside is escaped */
export async function dashboardBody(tenant: string, dashboard: SharedDashboard): Promise<string> {
  const { name, description, branding, widgets } = dashboard;
  const color = colorOf(branding.primary_color);
  const sections = widgets.toSorted(byPlace).map((widget) => widgetSection(tenant, widget, color));
  const brand = branding.brand_name ?? '';
  return `<main class="dashboard" id="dashboard">
  <header>
    ${logo(branding.logo_url, brand)}
    <h1>${escapeHtml(name)}</h1>
    ${description ? `<p class="lead">${escapeHtml(description)}</p>` : ''}
  </header>
  ${widgets.length === 0 ? '<p>There is nothing on this dashboard yet.</p>' : ''}
  <div class="grid">
${(await Promise.all(sections)).join('\n')}
  </div>
  <footer>${escapeHtml(footerOf(brand, branding.footer_text))}</footer>
</main>`;
}

/** The name of the brand, and its tagline, which may contain the name already. */
const footerOf = (brand: string, text: string | null | undefined): string =>
  (text?.includes(brand) ? [text] : [brand, text]).filter(Boolean).join(' · ');

const logo = (url: string | null | undefined, name: string): string =>
  url && /^https:\/\//.test(url)
    ? `<img class="logo" src="${escapeHtml(url)}" alt="${escapeHtml(name)}">`
    : '';

/** A colour that may stand in an attribute; the names and functions of CSS are not needed for one. */
export const colorOf = (color: string | null | undefined): string | undefined =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;

const byPlace = (a: SharedWidget, b: SharedWidget): number =>
  (a.position_json.y ?? 0) - (b.position_json.y ?? 0) ||
  (a.position_json.x ?? 0) - (b.position_json.x ?? 0);

/** A widget of the page. @returns HTML */
export async function widgetSection(
  tenant: string,
  widget: SharedWidget,
  color: string | undefined,
): Promise<string> {
  const { id, type, title, position_json } = widget;
  const width = Math.min(position_json.w ?? (type === 'metric' ? 3 : 6), columnsOfGrid);
  const heading = title ? `<h2 id="${escapeHtml(id)}">${escapeHtml(title)}</h2>` : '';
  return `    <section id="widget-${escapeHtml(id)}" class="widget ${type} w${width}"${title ? ` aria-labelledby="${escapeHtml(id)}"` : ''}>
      ${heading}
      ${'error' in widget ? `<p class="fault">${escapeHtml(widget.error.message)}</p>` : await content(tenant, type, title, widget.data as Data, color)}
    </section>`;
}

async function content(
  tenant: string,
  type: string,
  title: string,
  data: Data,
  color: string | undefined,
): Promise<string> {
  if (type === 'text') return paragraphs(data.text ?? '');
  if (type === 'metric') return metric(data);
  if (data.rows.length === 0) return '<p class="fault">Nothing to show yet.</p>';
  if (!charts.has(type)) return table(data);
  return `${await picture(tenant, type as ChartKind, title, data, color)}
      <details><summary>Figures</summary>${table(data)}</details>`;
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

function metric({ value, previous }: Data): string {
  const figure = `<p class="figure">${escapeHtml(textOf(value))}</p>`;
  const [now, then] = [numberOf(value), numberOf(previous?.value)];
  if (now === null || then === null) return figure;
  const change = then === 0 ? undefined : (now - then) / Math.abs(then);
  const percent =
    change === undefined
      ? ''
      : `${change >= 0 ? '▲' : '▼'} ${Math.abs(change * 100).toFixed(1)} % `;
  return `${figure}<p class="change">${percent}before: ${escapeHtml(textOf(previous?.value))}</p>`;
}

/** A picture for light and one for dark. Pictures run no script, whatever a label holds. */
async function picture(
  tenant: string,
  kind: ChartKind,
  title: string,
  figures: Data,
  color: string | undefined,
): Promise<string> {
  const look = { width: 560, height: 300, color };
  const source = async (isDark: boolean) => {
    const svg = await drawBeside(tenant, kind, figures, { ...look, isDark });
    return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  };
  const [dark, light] = await Promise.all([source(true), source(false)]);
  return `<picture>
        <source srcset="${dark}" media="screen and (prefers-color-scheme: dark)">
        <img src="${light}" width="560" height="300" alt="${escapeHtml(`${title || 'Chart'}: the figures are in the table below.`)}">
      </picture>`;
}

function table({ rows, dimensions = [], measures = [] }: Data): string {
  const head = [...dimensions, ...measures];
  const cells = (row: Record<string, unknown>) =>
    [
      ...dimensions.map((name) => `<td>${escapeHtml(labelOf(row, [name]))}</td>`),
      ...measures.map((name) => `<td class="number">${escapeHtml(textOf(row[name]))}</td>`),
    ].join('');
  return `<div class="scroll" tabindex="0"><table>
        <thead><tr>${head.map((name, i) => `<th scope="col"${i >= dimensions.length ? ' class="number"' : ''}>${escapeHtml(name)}</th>`).join('')}</tr></thead>
        <tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody>
      </table></div>`;
}
