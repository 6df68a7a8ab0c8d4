/** The version switch: lists the versions when it is opened, each with the same page, or its first page without that. */
const menu = document.querySelector('details.version');
const list = menu.querySelector('ul');
const page = location.pathname.split('/').at(-1) || 'index.html';

function item({ version, pages }) {
  const element = document.createElement('li');
  const link = document.createElement('a');
  link.href = `../${version}/${pages.includes(page) ? page : 'index.html'}`;
  link.textContent = version;
  if (version === menu.dataset.version) link.ariaCurrent = 'true';
  element.append(link);
  return element;
}

async function fill() {
  const response = await fetch('../versions.json');
  if (response.ok) list.replaceChildren(...(await response.json()).map(item));
}

// Without the list, the link to the page with all versions stays.
menu.addEventListener('toggle', () => void fill().catch(() => {}), { once: true });
document.addEventListener('click', ({ target }) => {
  if (!menu.contains(target)) menu.open = false;
});
menu.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
