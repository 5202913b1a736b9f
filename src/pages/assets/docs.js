// The documentation follows the reader's colour scheme.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const doc = document.querySelector('rapi-doc');
  doc.setAttribute('theme', dark.matches ? 'dark' : 'light');
  doc.setAttribute('bg-color', dark.matches ? '#17191d' : '#faf8f4');
  doc.setAttribute('text-color', dark.matches ? '#ece7df' : '#1d2430');
};
dark.addEventListener('change', follow);
follow();
