// The series of the data as curves.

const hiddenSeries = new Set();

const isVisible = (curve) => !hiddenSeries.has(curve.name);

const xAxis = {
  title: withUnit(data.x.title, data.x.unit), numeric: data.x.numeric, values: data.x.values,
};

/** What a tooltip says of a place of a curve. */
function placeLines(series, place, title, estimate, unit) {
  const lines = [series, `${data.x.title} ${shown(place.x)}`, `${title}: ${estimateWords(estimate, unit)}`];
  if (estimate[3] < place.documents) lines.push(`${estimate[3]} of ${place.documents} seeds have it, the others are not steady`);
  if (place.saturated > 0) lines.push(place.documents > 1 ? `saturated with ${place.saturated} of ${place.documents} seeds` : 'saturated');
  return lines.join('\n');
}

function pointsOf(series, quantity) {
  const {title, unit} = data.quantities[quantity];
  const places = series.curve.filter((place) => place.estimates[quantity] !== null && typeof place.estimates[quantity][0] === 'number');
  return places.map((place) => {
    const [y, low, high, seeds] = place.estimates[quantity];
    return {x: place.x, y, low, high, hollow: seeds < place.documents,
            words: placeLines(series.name, place, title, place.estimates[quantity], unit)};
  });
}

/** A quantity of all series. */
function quantityPlot(quantity) {
  const {path, title, unit, log} = data.quantities[quantity];
  const hasBounds = path === 'accepted_load' && data.series.some((series) => series.curve.some((place) => place.bound !== null));
  const bound = (series) => series.curve.filter((place) => place.bound !== null).map((place) => [place.x, place.bound]);
  return {
    title: withUnit(title, unit) + (hasBounds ? '; dotted: bound of uniform traffic' : ''), x: xAxis, log,
    get curves() {
      return data.series.map((series, number) => ({
        name: series.name, look: look(number), points: pointsOf(series, quantity), bound: hasBounds ? bound(series) : [],
      }));
    },
  };
}

/** The quantities of one series, a curve each. */
function seriesPlot(number, paths) {
  const quantities = paths.map(quantityNumber).filter((quantity) => quantity >= 0);
  const series = data.series[number];
  return {
    title: `Latency of ${series.name}: mean and percentiles (cycles)`, x: xAxis,
    log: quantities.some((quantity) => data.quantities[quantity].log),
    get curves() {
      return quantities.map((quantity, k) => ({
        name: data.quantities[quantity].title, look: look(k), points: pointsOf(series, quantity), bound: [],
      }));
    },
  };
}

/** How far the other series are from the first one. */
function differencePlot(path) {
  const {title, unit} = data.quantities[quantityNumber(path)];
  const rows = data.comparison.differences.filter((row) => row.quantity === path);
  return {
    title: withUnit(`${title} less that of ${data.series[0].name}`, unit), x: xAxis, log: false, signed: true,
    get curves() {
      return data.series.map((series, number) => ({
        name: series.name, look: look(number), bound: [],
        points: rows.filter((row) => row.series === series.name).map((row) => ({
          x: row.x, y: row.difference, low: row.low, high: row.high,
          words: [series.name, `${data.x.title} ${shown(row.x)}`,
                  `difference: ${estimateWords([row.difference, row.low, row.high, row.seeds], unit)}`].join('\n'),
        })),
      })).filter((curve) => curve.points.length > 0);
    },
  };
}

/** A line with the symbol of a series, for legends. */
function swatch(number) {
  const shapes = {
    circle: '<circle cx="14" cy="8" r="4.5"/>', rect: '<rect x="10" y="4" width="8" height="8"/>',
    triangle: '<path d="M14 3 L19 12 H9 Z"/>', diamond: '<path d="M14 2 L19 8 L14 14 L9 8 Z"/>',
  };
  const span = element('span', {class: 'swatch-line', 'aria-hidden': 'true'});
  const dashes = number % (2 * colourCount) < colourCount ? '' : ' stroke-dasharray="5 3"';
  span.innerHTML = `<svg width="28" height="16"><g style="fill: var(--series-${number % colourCount}); stroke: var(--series-${number % colourCount})">` +
    `<path d="M0 8 H28" stroke-width="2"${dashes}/>${shapes[symbols[number % symbols.length]]}</g></svg>`;
  return span;
}

/** The switches of the series, which are the legend of all charts. */
function seriesSwitches(changed) {
  const set = element('fieldset', {class: 'series'}, element('legend', {}, 'Series'));
  data.series.forEach((series, number) => {
    const box = element('input', {type: 'checkbox', checked: true, change: () => {
      if (box.checked) hiddenSeries.delete(series.name);
      else hiddenSeries.add(series.name);
      changed();
    }});
    set.append(element('label', {}, box, swatch(number), ` ${series.name}`));
  });
  return set;
}
