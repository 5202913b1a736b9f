// The documentation follows the reader's colour scheme.
const schemes = {
  light: {
    theme: 'light',
    'bg-color': '#faf8f4',
    'text-color': '#1d2430',
    'primary-color': '#a84a22',
    'nav-bg-color': '#1d2430',
  },
  dark: {
    theme: 'dark',
    'bg-color': '#15171b',
    'text-color': '#ece7df',
    'primary-color': '#ec9366',
    'nav-bg-color': '#1a1d22',
  },
};
const nav = {
  'nav-text-color': '#d9d4ca',
  'nav-hover-bg-color': '#2b3546',
  'nav-hover-text-color': '#ffffff',
  'nav-accent-color': '#ec9366',
};

const documentation = document.querySelector('rapi-doc');
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const scheme = { ...nav, ...(dark.matches ? schemes.dark : schemes.light) };
  for (const [name, value] of Object.entries(scheme)) documentation.setAttribute(name, value);
};
dark.addEventListener('change', follow);
follow();
