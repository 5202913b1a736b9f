// Extras of a form where JavaScript runs: fields appear and disappear with their show_if, visitors who begin and leave
// are counted, a frame is as high as the form. All of it is decided again by the server.

const form = document.querySelector('form[data-form]');
const isFramed = window.parent !== window;
if (isFramed) document.documentElement.classList.add('embedded');
document.querySelector('#summary')?.focus();

/** The value of a field: a text, true or false for a box, a list for boxes. Undefined for none. */
function given(name) {
  const inputs = [...form.elements].filter((input) => input.name === name);
  const boxes = inputs.filter((input) => input.type === 'checkbox');
  if (boxes.length === 1 && boxes[0].value === 'true') return boxes[0].checked || undefined;
  if (boxes.length > 0) return boxes.filter((box) => box.checked).map((box) => box.value);
  const input = inputs[0]?.type === 'radio' ? inputs.find((radio) => radio.checked) : inputs[0];
  const text = input?.value ?? '';
  if (text === '') return undefined;
  return input.type === 'number' || input.type === 'radio' ? Number(text) : text;
}

const tests = {
  eq: (a, b) => a === b,
  in: (a, list) => list.includes(a),
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  between: (a, [low, high]) => a >= low && a <= high,
  contains: (a, b) => a?.includes?.(b) ?? false,
  icontains: (a, b) => String(a).toLowerCase().includes(String(b).toLowerCase()),
  starts_with: (a, b) => String(a).startsWith(b),
  ends_with: (a, b) => String(a).endsWith(b),
  has_any: (a, list) => Array.isArray(a) && list.some((one) => a.includes(one)),
  has_all: (a, list) => Array.isArray(a) && list.every((one) => a.includes(one)),
};
const opposites = {
  neq: 'eq',
  nin: 'in',
  not_contains: 'contains',
  not_between: 'between',
};

/** Whether a condition holds; what this script does not know does, and the server decides. */
function conditionHolds(name, operator, expected) {
  const value = isShown(name) ? given(name) : undefined;
  const isMissing = value === undefined || value?.length === 0;
  if (operator === 'exists') return isMissing !== expected;
  if (operator === 'is_null') return isMissing === expected;
  if (operator === 'empty') return isMissing;
  if (operator === 'not_empty') return !isMissing;
  const opposite = opposites[operator];
  if (opposite) return !conditionHolds(name, opposite, expected);
  const test = tests[operator];
  return test ? !isMissing && test(value, expected) : true;
}

/** Whether a filter holds, in any of the forms that filters may take. */
function holds(filter) {
  if (Array.isArray(filter)) return filter.every(holds);
  const name = filter.property ?? filter.field;
  if (name) return conditionHolds(name, filter.operator ?? filter.op ?? 'eq', filter.value);
  return Object.entries(filter).every(([key, part]) => {
    if (key === 'and') return part.every(holds);
    if (key === 'or') return part.some(holds);
    if (key === 'not') return !holds(part);
    if (typeof part !== 'object' || part === null) return conditionHolds(key, 'eq', part);
    return Object.entries(part).every(([operator, value]) => conditionHolds(key, operator, value));
  });
}

const fieldOf = (name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);

function isShown(name) {
  const condition = fieldOf(name)?.dataset.showIf;
  return !condition || holds(JSON.parse(condition));
}

function refresh() {
  for (const field of form.querySelectorAll('[data-show-if]')) {
    field.hidden = !isShown(field.dataset.field);
    // Hidden fields are not sent.
    for (const input of field.querySelectorAll('input, select, textarea'))
      input.disabled = field.hidden;
  }
}

function tell(type, field) {
  const url = `/v1/forms/public/${form.dataset.form}/events`;
  const body = new Blob([JSON.stringify({ type, field })], { type: 'application/json' });
  navigator.sendBeacon(url, body);
}

if (form) {
  let last;
  let isSent = false;
  refresh();
  form.addEventListener('input', (event) => {
    if (last === undefined) tell('start');
    last = event.target.closest('[data-field]')?.dataset.field ?? '';
    refresh();
  });
  form.addEventListener('submit', () => {
    isSent = true;
  });
  window.addEventListener('pagehide', () => {
    if (last !== undefined && !isSent) tell('abandon', last || undefined);
  });
}

if (isFramed) {
  const grow = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    // A page that frames it sees its height anyway.
    window.parent.postMessage({ type: 'insula:form', height }, '*');
  };
  new ResizeObserver(grow).observe(document.documentElement);
  grow();
}
