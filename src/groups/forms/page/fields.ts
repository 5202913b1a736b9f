import { escapeHtml as html } from '../../../tools/answers/html.ts';
import type { Field, Filled } from './form.ts';

/** The types of inputs; everything else is a text. */
const inputs: Record<string, string> = {
  email: 'email',
  url: 'url',
  phone: 'tel',
  number: 'number',
  integer: 'number',
  float: 'number',
  percent: 'number',
  currency: 'number',
  date: 'date',
  datetime: 'datetime-local',
  time: 'time',
};
const completions: Record<string, string> = { email: 'email', phone: 'tel', url: 'url' };
const areas = ['text', 'richtext', 'json', 'object'];
/** Written from left to right in every language. */
const leftToRight = ['email', 'url', 'tel', 'number'];
const mostStars = 5;

type Attributes = Record<string, string | number | boolean | undefined>;

/** Attributes as HTML; those that are undefined or false are left out. */
const attributes = (all: Attributes): string =>
  Object.entries(all)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${html(String(value))}"`))
    .join('');

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** The id of the input of a field. */
export const idOf = ({ name }: Pick<Field, 'name'>): string => `f-${name}`;

/** One field with its label, its help and what is wrong with it. */
export function fieldHtml(field: Field, { values, faults }: Filled): string {
  const value = values[field.name] ?? field.default;
  const fault = faults[field.name];
  if (field.type === 'hidden')
    return `<input type="hidden"${attributes({ name: field.name, value: textOf(value) })}>`;
  const condition = field.show_if.length > 0 ? JSON.stringify(field.show_if) : undefined;
  const around = attributes({
    class: `field ${field.width}${fault ? ' bad' : ''}`,
    'data-field': field.name,
    'data-show-if': condition,
  });
  if (field.type === 'section')
    return `<div${around}><h2>${html(field.label)}</h2>${helpHtml(field)}</div>`;
  const described = [
    field.help_text ? `${idOf(field)}-help` : '',
    fault ? `${idOf(field)}-error` : '',
  ].filter(Boolean);
  const common: Attributes = {
    'aria-describedby': described.join(' ') || undefined,
    'aria-invalid': fault ? 'true' : undefined,
  };
  const error = fault
    ? `<p class="error" id="${idOf(field)}-error" lang="en" dir="auto">${html(sentence(fault))}</p>`
    : '';
  return `<div${around}>${controlHtml(field, value, common, error)}</div>`;
}

/** A fault as a sentence: `is required` becomes `Is required.` */
export const sentence = (fault: string): string =>
  `${fault.charAt(0).toUpperCase()}${fault.slice(1)}${/[.!?]$/.test(fault) ? '' : '.'}`;

const helpHtml = (field: Field) =>
  field.help_text ? `<p class="help" id="${idOf(field)}-help">${html(field.help_text)}</p>` : '';

const markHtml = ({ required }: Field) =>
  required ? '<span class="mark" aria-hidden="true"> *</span>' : '';

const labelHtml = (field: Field) =>
  `<label for="${idOf(field)}">${html(field.label)}${markHtml(field)}</label>${helpHtml(field)}`;

function controlHtml(field: Field, value: unknown, common: Attributes, error: string): string {
  const { name, type, required, placeholder, options, validation } = field;
  const own: Attributes = { id: idOf(field), name, required, ...common };
  const isChoice = type === 'checkbox' || type === 'array';
  if (isChoice && options.length > 0) return groupHtml(field, value, common, error);
  if (type === 'checkbox' || type === 'boolean') {
    const isOn = value === true || value === 'on' || value === 'true';
    const box = `<input type="checkbox" value="true"${attributes({ ...own, checked: isOn })}>`;
    return `<label class="tick">${box}<span>${html(field.label)}${markHtml(field)}</span></label>${helpHtml(field)}${error}`;
  }
  if (options.length > 0) {
    const list = options.map(
      (option) =>
        `<option${attributes({ value: option.value, selected: option.value === value })}>${html(option.label)}</option>`,
    );
    const first = `<option value="">${html(placeholder ?? 'Please choose')}</option>`;
    return `${labelHtml(field)}<select${attributes(own)}>${first}${list.join('')}</select>${error}`;
  }
  if (type === 'rating') return starsHtml(field, value, common, error);
  if (type === 'file') return labelHtml(field) + fileHtml(field, value, own) + error;
  const limits: Attributes = {
    placeholder: placeholder ?? undefined,
    minlength: validation.min_length,
    maxlength: validation.max_length,
  };
  if (areas.includes(type))
    return `${labelHtml(field)}<textarea rows="5" dir="auto"${attributes({ ...own, ...limits })}>\n${html(textOf(value))}</textarea>${error}`;
  const input = inputs[type] ?? 'text';
  const range: Attributes = input === 'text' ? {} : { min: validation.min, max: validation.max };
  const step = input === 'number' ? (type === 'integer' ? 1 : 'any') : undefined;
  const dir = leftToRight.includes(input) ? 'ltr' : input === 'text' ? 'auto' : undefined;
  const more = { type: input, value: textOf(value), step, dir, autocomplete: completions[type] };
  return `${labelHtml(field)}<input${attributes({ ...own, ...limits, ...range, ...more })}>${error}`;
}

function groupHtml(field: Field, value: unknown, common: Attributes, error: string): string {
  const chosen = Array.isArray(value) ? value : [value];
  const boxes = field.options.map((option, at) => {
    const id = at === 0 ? idOf(field) : undefined;
    const checked = chosen.includes(option.value);
    const box = { id, name: field.name, value: option.value, checked };
    return `<label class="tick"><input type="checkbox"${attributes(box)}><span>${html(option.label)}</span></label>`;
  });
  const legend = `<legend>${html(field.label)}${markHtml(field)}</legend>`;
  return `<fieldset${attributes(common)}>${legend}${helpHtml(field)}${boxes.join('')}${error}</fieldset>`;
}

/**
 * Stars to choose from, which work without a script: each is a radio button. An answer that is not required can be
 * removed.
 */
function starsHtml(field: Field, value: unknown, common: Attributes, error: string): string {
  const { name, required, validation } = field;
  const lowest = Math.max(1, Math.ceil(Number(validation.min ?? 1)) || 1);
  const most = Math.min(mostStars, Math.floor(Number(validation.max ?? mostStars)) || mostStars);
  const button = (given: string, more: Attributes) => {
    const checked = given !== '' && given === textOf(value);
    return `<input type="radio"${attributes({ name, value: given, required, checked, ...more })}>`;
  };
  const stars = Array.from({ length: most }, (_, at) => at + 1).map((n) => {
    const isFirst = n === Math.min(lowest, most);
    const box = button(String(n), { id: isFirst ? idOf(field) : undefined, disabled: n < lowest });
    return `<label class="star">${box}<span aria-hidden="true">★</span><span class="unseen" lang="en">${n} of ${most}</span></label>`;
  });
  const none = required
    ? ''
    : `<label class="star none">${button('', {})}<span aria-hidden="true">✕</span><span class="unseen" lang="en">No rating</span></label>`;
  const legend = `<legend>${html(field.label)}${markHtml(field)}</legend>`;
  return `<fieldset class="stars"${attributes(common)}>${legend}${helpHtml(field)}<div>${stars.join('')}${none}</div>${error}</fieldset>`;
}

/** A file that is uploaded already stays so, if another field was not right. */
function fileHtml(field: Field, value: unknown, own: Attributes): string {
  const { required, ...others } = own;
  if (typeof value !== 'string' || value === '') return `<input type="file"${attributes(own)}>`;
  const kept = attributes({ name: field.name, value });
  return `<input type="hidden"${kept}><p class="help">Your file has been uploaded. Choose another one to replace it.</p><input type="file"${attributes(others)}>`;
}
