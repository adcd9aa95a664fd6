// The sections of the page. Each function returns its parts, or null if the data has nothing for it.

const percentilePaths = ['latency.mean', 'latency.p50', 'latency.p95', 'latency.p99', 'latency.max'];
const mainPaths = ['latency.mean', 'accepted_load', 'measure.value', 'execution_cycles'];

/** A chart and the table of its values. */
function chartWithTable(chart, quantity) {
  const {title, unit} = data.quantities[quantity];
  const rows = () => data.series.flatMap((series) => series.curve.map((place) => {
    const [value, low, high, seeds] = place.estimates[quantity] || [null, null, null, 0];
    return [series.name, shown(place.x), intervalCell(value, low, high), seeds, `${place.saturated} of ${place.documents}`];
  }));
  chart.figure.append(closedTable('Values', withUnit(title, unit), ['series', data.x.title, 'value (95 % interval)', 'seeds', 'saturated'], rows));
  return chart.figure;
}

function problemsSection() {
  const lines = data.folders.flatMap((folder) => [
    ...folder.strange.map((strange) => `${folder.label}/${strange}`),
    ...(folder.contract_differs ? [`${folder.label} was made by another version of trenza; trenza sweep runs its points again`] : []),
  ]);
  if (data.problems.length === 0 && lines.length === 0) return null;
  const parts = [];
  if (data.problems.length > 0) {
    const columns = [
      ['point', (point) => placeWords(point.at)],
      ['state', (point) => (point.note ? `${point.state}: ${point.note}` : point.state)],
      ['document', (point) => element('code', {}, `${data.folders[point.folder].label}/points/${point.point}.json`)],
    ];
    parts.push(table('Points without a result, and runs that ended early', columns.map(([title]) => title),
                     data.problems.map((point) => columns.map(([, cell]) => cell(point)))));
  }
  if (lines.length > 0) parts.push(element('ul', {}, ...lines.map((line) => element('li', {}, line))));
  return parts;
}

function curvesSection() {
  const quantities = mainPaths.map(quantityNumber).filter((quantity) => quantity >= 0);
  return [element('div', {class: 'charts'}, ...quantities.map((quantity) => chartWithTable(new Chart(quantityPlot(quantity), isVisible), quantity)))];
}

/** The quantities that are neither main curves nor latencies, and one of them as a chart. */
function moreSection() {
  const others = data.quantities.map((quantity, number) => number).filter((number) => ![...mainPaths, ...percentilePaths].includes(data.quantities[number].path));
  if (others.length === 0) return null;
  return [element('div', {class: 'charts'}, ...others.map((quantity) => chartWithTable(new Chart(quantityPlot(quantity), isVisible), quantity)))];
}

function latencySection() {
  const has = (series) => series.curve.some((place) => percentilePaths.some((path) => place.estimates[quantityNumber(path)]));
  if (!percentilePaths.every((path) => quantityNumber(path) >= 0) || !data.series.some(has)) return null;
  const chosen = data.series.findIndex(has);
  const chart = new Chart(seriesPlot(chosen, percentilePaths));
  const legend = element('ul', {class: 'parts'}, ...percentilePaths.map((path, k) => element('li', {}, swatch(k), ` ${data.quantities[quantityNumber(path)].title}`)));
  const choice = chooser('Series', data.series.map((series) => series.name), (number) => {
    chart.replace(seriesPlot(number, percentilePaths));
  });
  choice.select.selectedIndex = chosen;
  const rows = () => data.series.flatMap((series) => series.curve.map((place) => [
    series.name, shown(place.x), ...percentilePaths.map((path) => {
      const [value, low, high] = place.estimates[quantityNumber(path)] || [null, null, null];
      return intervalCell(value, low, high);
    })]));
  return [element('p', {}, 'Of all packets of the measured window, the latency of 50 %, 95 %, 99 % and 100 % is not above these curves. A document has no more of the distribution than that.'),
          choice.field, legend, chart.figure,
          closedTable('Values', 'Percentiles of the latency (cycles)', ['series', data.x.title, ...percentilePaths.map((path) => data.quantities[quantityNumber(path)].title)], rows)];
}

function comparisonSection() {
  const {summary, differences} = data.comparison;
  const ratio = (row, key) => (row[key] !== null && summary[0][key] ? shown(row[key] / summary[0][key], 4) : null);
  const parts = [];
  const columns = ['series', `latency at the lowest ${data.x.title.toLowerCase()}`, 'highest accepted load', 'of its bound', 'not saturated up to', 'saturated from'];
  if (summary.length > 1) columns.push(`latency / ${summary[0].series}`, `highest accepted / ${summary[0].series}`);
  parts.push(table('Series side by side', columns, summary.map((row) => [
    row.series, row.latency === null ? null : `${shown(row.latency)} at ${shown(row.lowest_x)}`, row.highest_accepted,
    row.bound && row.highest_accepted !== null ? `${shown(100 * row.highest_accepted / row.bound, 3)} %` : null,
    shown(row.last_below), shown(row.first_saturated), ...(summary.length > 1 ? [ratio(row, 'latency'), ratio(row, 'highest_accepted')] : [])])));
  if (data.searches.length > 0) {
    const rows = data.searches.map((search) => [placeWords(search.at), search.key, shown(search.above), shown(search.at_most), data.folders[search.folder].label]);
    parts.push(table('What stop and find found', ['at', 'key', 'not saturated at', 'saturated at', 'folder'], rows));
  }
  if (differences.length === 0) return parts;
  const paths = ['latency.mean', 'accepted_load'].filter((path) => differences.some((row) => row.quantity === path));
  parts.push(element('p', {}, `Bars are 95 % intervals: paired by seed where both series have two seeds or more in common (the same packets are created in both), else both intervals together. A difference is certain where its bar does not reach 0.`));
  parts.push(element('div', {class: 'charts'}, ...paths.map((path) => {
    const {title, unit} = data.quantities[quantityNumber(path)];
    const chart = new Chart(differencePlot(path), isVisible);
    const rows = () => differences.filter((row) => row.quantity === path).map((row) => [
      row.series, shown(row.x), row.first, row.other, intervalCell(row.difference, row.low, row.high), row.seeds]);
    chart.figure.append(closedTable('Values', withUnit(`${title} less that of ${summary[0].series}`, unit),
                                    ['series', data.x.title, summary[0].series, 'value', 'difference (95 % interval)', 'seeds'], rows));
    return chart.figure;
  })));
  return parts;
}

let networkView = null;

function networkSection() {
  networkView = new NetworkView();
  const faults = data.networks.filter((network) => !network.drawn).map((network) =>
    element('p', {}, `${network.name} is not drawn: ${network.fault || 'the page would be too large'}.`));
  if (networkView.series.length === 0) return faults.length > 0 ? faults : null;
  return [...networkView.parts(), ...faults];
}

const reasonColours = ['link_busy', 'no_credit', 'bubble', 'eject_busy', 'input_busy', 'pipeline', 'masked', 'lost_input', 'lost_output', 'lost_match', 'lost_vc', 'reserved'];

/** The cycles in which a packet is at the front of an input, as shares of what it does or waits for. */
function stallPlot(series) {
  const places = series.curve.filter((place) => place.stalls);
  const whole = (place) => Object.entries(place.stalls.inputs).reduce((sum, [reason, cycles]) => sum + (reason === 'empty' ? 0 : cycles), 0);
  const reasons = ['moving', ...reasonColours].filter((reason) => places.some((place) => place.stalls.inputs[reason] > 0));
  return {
    title: `What packets at the front of an input do (share of their cycles): ${series.name}`,
    x: {title: data.x.title, values: places.map((place) => place.x)},
    parts: reasons.map((reason) => ({
      name: reason, colour: reason === 'moving' ? '--reason-moving' : `--reason-${reasonColours.indexOf(reason)}`,
      values: places.map((place) => (whole(place) > 0 ? (place.stalls.inputs[reason] || 0) / whole(place) : 0)),
    })),
  };
}

function stallSection() {
  const with_stalls = data.series.filter((series) => series.curve.some((place) => place.stalls));
  if (with_stalls.length === 0) return [element('p', {}, 'The documents do not say why packets waited. With run.stalls: on in the configuration they have one reason for each input and output in each cycle.')];
  const figures = with_stalls.slice(0, mostPanels).map((series) => {
    const bars = new Bars(stallPlot(series));
    const rows = () => series.curve.filter((place) => place.stalls).flatMap((place) => ['inputs', 'outputs'].flatMap((side) =>
      Object.entries(place.stalls[side]).map(([reason, cycles]) => [shown(place.x), side, reason, cycles])));
    bars.figure.append(closedTable('Values', `Cycles of all inputs and outputs of ${series.name}, all seeds`, [data.x.title, 'places', 'reason', 'cycles'], rows));
    return bars.figure;
  });
  const left = with_stalls.length - figures.length;
  return [element('div', {class: 'charts'}, ...figures), left > 0 ? element('p', {}, `${left} more series have reasons too; trenza table has them as columns such as stalls.inputs.no_credit.`) : ''];
}

function configurationSection() {
  const {axes, shared, keys, rows} = data.configurations;
  const parts = [];
  if (axes.length > 0) parts.push(table('What the sweep varies', ['key', 'values'], axes.map((axis) => [element('code', {}, axis.key), axis.values.map((value) => shown(value)).join(', ')])));
  if (keys.length > 0) parts.push(table('What differs between the series', ['series', ...keys], rows.map((row) => [row.series, ...row.values.map((values) => values.map((value) => (value === null ? '–' : shown(value))).join(', '))])));
  parts.push(closedTable('What all documents have in common', 'Keys with one value in all documents', ['key', 'value'],
                         () => shared.map(({key, value}) => [element('code', {}, key), typeof value === 'string' ? value : JSON.stringify(value)])));
  return parts;
}

function pointsSection() {
  const columns = ['point', 'state', ...data.quantities.map((quantity) => withUnit(quantity.title, quantity.unit)), 'note'];
  const rows = () => data.points.map((point) => [placeWords(point.at), point.state, ...point.values.map((value, k) => intervalCell(value, ...(point.intervals[k] || [null, null]))), point.note]);
  const left = data.documents - data.points.length;
  return [closedTable(`${data.points.length} documents`, 'Every document with its 95 % intervals', columns, rows),
          left > 0 ? element('p', {}, `${left} more are not listed here; trenza table prints all.`) : ''];
}
