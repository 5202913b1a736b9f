/* Keeps the page of a shared dashboard up to date. Without it, the page shows what it was when it was opened. */
const source = new EventSource(`${location.pathname}/live`);

source.addEventListener('widgets', ({ data }) => {
  for (const { id, html } of JSON.parse(data)) {
    const old = document.getElementById(`widget-${id}`);
    if (!old) continue;
    const template = document.createElement('template');
    template.innerHTML = html;
    const section = template.content.firstElementChild;
    // Open parts stay open.
    if (old.querySelector('details')?.open)
      section.querySelector('details')?.setAttribute('open', '');
    old.replaceWith(section);
  }
});

/* There are others than before. */
source.addEventListener('reload', () => location.reload());
/* It is shared no more. */
source.addEventListener('end', () => source.close());
