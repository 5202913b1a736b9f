// Puts a form into another site's page, at its <script>: a frame that is as high as the form.

(() => {
  const script = document.currentScript;
  const source = new URL(script.src);
  const page = new URL(source.pathname.replace(/\/embed\.js$/, ''), source);
  for (const [name, value] of new URLSearchParams(location.search))
    if (name.startsWith('utm_')) page.searchParams.set(name, value);

  const frame = document.createElement('iframe');
  frame.src = page.href;
  frame.title = script.dataset.title ?? 'Form';
  frame.style.cssText = 'display:block;width:100%;height:30rem;border:0;color-scheme:auto';
  script.after(frame);

  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== source.origin) return;
    if (event.data?.type === 'insula:form' && Number.isFinite(event.data.height))
      frame.style.height = `${event.data.height}px`;
  });
})();
