// Tables that scroll in their own frame.

/** `columns`: titles; `rows`: lists of cells, an element, a text or a number each. Numbers have all their digits as a title. */
function table(caption, columns, rows) {
  const cell = (value) => {
    if (value instanceof Node) return element('td', {}, value);
    if (typeof value === 'number') return element('td', {class: 'number', title: String(value)}, shown(value));
    return element('td', {}, value === null ? '–' : String(value));
  };
  const head = element('tr', {}, ...columns.map((title) => element('th', {scope: 'col'}, title)));
  const body = rows.map((row) => element('tr', {}, ...row.map(cell)));
  const made = element('table', {}, element('caption', {}, caption), element('thead', {}, head),
                       element('tbody', {}, ...body));
  return element('div', {class: 'frame', tabindex: '0', role: 'region', 'aria-label': caption}, made);
}

/** The same, closed until somebody opens it: large tables cost nothing before. */
function closedTable(words, caption, columns, rows) {
  const details = element('details', {}, element('summary', {}, words));
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(table(caption, columns, rows()));
  });
  return details;
}

/** "78.7 (78.1 to 79.3)" as a cell whose title has all digits. */
function intervalCell(value, low, high) {
  if (value === null) return '–';
  const interval = low === null || low === undefined ? '' : ` (${shown(low)} to ${shown(high)})`;
  const digits = interval ? `${value} (${low} to ${high})` : String(value);
  return element('span', {class: 'number', title: digits}, shown(value) + interval);
}
