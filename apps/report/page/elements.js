// Elements and words.

const data = JSON.parse(document.getElementById('data').textContent);

/** Makes an element. `attributes`: by name; functions are listeners, null and false leave it out. */
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === false) continue;
    if (typeof value === 'function') {
      made.addEventListener(name, value);
    } else {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A number with so many significant digits, or what else the data has. */
function shown(value, digits = 6) {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(digits)));
}

function withUnit(title, unit) {
  return unit ? `${title} (${unit})` : title;
}

/** "78.7, 95 % interval 78.1 to 79.3, mean of 3 seeds" of [value, low, high, seeds]. */
function estimateWords(estimate, unit) {
  const [value, low, high, seeds] = estimate;
  let words = shown(value) + (unit ? ` ${unit}` : '');
  if (low !== null) words += `, 95 % interval ${shown(low)} to ${shown(high)}`;
  if (seeds > 1) words += `, mean of ${seeds} seeds`;
  return words;
}

/** "RTT, traffic.load 0.3, run.seed 2": a place in the sweep. */
function placeWords(at) {
  const words = Object.entries(at).map(([key, value]) => (key === 'series' ? shown(value) : `${key} ${shown(value)}`));
  return words.join(', ') || 'the only point';
}

/** A choice of one of several names; `changed` gets its number. */
function chooser(title, names, changed) {
  const select = element('select', {change: () => changed(select.selectedIndex)});
  for (const name of names) select.append(element('option', {}, name));
  return {field: element('label', {class: 'chooser'}, `${title} `, select), select};
}

function quantityNumber(path) {
  return data.quantities.findIndex((quantity) => quantity.path === path);
}
