// A chart of curves: drawn by the library, read by mouse, touch or keyboard.

const symbols = ['circle', 'rect', 'triangle', 'diamond'];
const colourCount = 8;

const charts = [];

/** A drawing is as large as its place; on paper, as a column of text. A place that has no width at the moment says nothing. */
function fit(drawing) {
  if (!theme.printing && drawing.getDom().clientWidth < 80) return;
  drawing.resize(theme.printing ? {width: 640, height: 340} : {width: 'auto', height: 'auto'});
}

/** How a series looks in every chart. */
function look(number) {
  return {
    colour: theme.value(`--series-${number % colourCount}`),
    symbol: symbols[number % symbols.length],
    dashes: number % (2 * colourCount) < colourCount ? 'solid' : [6, 4],
  };
}

/**
 * `plot`: {title, x: {title, numeric, values}, log, signed, curves}, the title with the unit; signed: y may be below 0, curves: [{name, look, points, bound}], points:
 * [{x, y, low, high, words, hollow}]; bound: [[x, y]] or none. `visible(curve)` says which are shown.
 */
class Chart {
  constructor(plot, visible = () => true) {
    this.plot = plot;
    this.visible = visible;
    this.log = plot.log;
    this.at = null;  // the point that the keyboard is at: {curve, point}
    this.place = element('div', {
      class: 'chart', tabindex: '0', role: 'img', keydown: (event) => this.key(event), blur: () => this.hide(),
    });
    this.live = element('p', {class: 'live', 'aria-live': 'polite'});
    const logarithm = element('input', {type: 'checkbox', change: () => { this.log = logarithm.checked; this.draw(); }});
    logarithm.checked = this.log;
    this.caption = element('figcaption', {}, plot.title);
    this.figure = element('figure', {}, this.caption, this.place, this.live,
                          plot.signed ? null : element('label', {class: 'switch'}, logarithm, ' logarithmic axis'));
    charts.push(this);
  }

  /** After its figure is on the page. */
  start() {
    this.drawing = echarts.init(this.place, null, {renderer: 'svg'});
    new ResizeObserver(() => fit(this.drawing)).observe(this.place);
    this.draw();
  }

  replace(plot) {
    this.plot = plot;
    this.caption.textContent = plot.title;
    this.at = null;
    this.draw();
  }

  shownCurves() {
    return this.plot.curves.filter((curve) => curve.points.length > 0 && this.visible(curve));
  }

  /** The least value that a logarithmic axis can show. */
  floor() {
    const values = this.shownCurves().flatMap((curve) => curve.points.map((point) => point.y)).filter((y) => y > 0);
    return values.length > 0 ? Math.min(...values) / 2 : 1;
  }

  curveSeries(curve) {
    const ground = theme.value('--ground');
    const style = {color: curve.look.colour};
    return {
      type: 'line', name: curve.name, symbol: curve.look.symbol, symbolSize: 9, animation: false, z: 3,
      lineStyle: {color: curve.look.colour, width: this.plot.x.numeric ? 2 : 0, type: curve.look.dashes},
      itemStyle: style, emphasis: {scale: 1.5, lineStyle: {width: this.plot.x.numeric ? 2 : 0}},
      data: curve.points.map((point) => ({
        value: [point.x, point.y], words: point.words,
        itemStyle: point.hollow ? {color: ground, borderColor: curve.look.colour, borderWidth: 2} : style,
      })),
    };
  }

  /** Bars from the low ends of intervals to the high ones, with caps. */
  barSeries(curve, floor) {
    const ends = [];
    for (const point of curve.points) {
      if (point.low === null || point.low === undefined) continue;
      const low = this.log ? Math.max(point.low, floor) : point.low;
      ends.push([point.x, low], [point.x, point.high], [point.x, null]);
    }
    return {
      type: 'line', name: curve.name, silent: true, symbol: 'rect', symbolSize: [10, 1.5], connectNulls: false, z: 2,
      animation: false, tooltip: {show: false}, lineStyle: {color: curve.look.colour, width: 1.5},
      itemStyle: {color: curve.look.colour}, data: ends,
    };
  }

  boundSeries(curve) {
    const numeric = this.plot.x.numeric;
    return {
      type: 'line', name: curve.name, silent: true, animation: false, z: 1, tooltip: {show: false},
      symbol: numeric ? 'none' : 'rect', symbolSize: [30, 2], itemStyle: {color: curve.look.colour},
      lineStyle: {color: curve.look.colour, width: numeric ? 1.2 : 0, type: [2, 3]}, data: curve.bound || [],
    };
  }

  draw() {
    fit(this.drawing);
    const ink = theme.value('--ink');
    const line = theme.value('--line');
    const narrow = this.place.clientWidth < 500;
    const axis = {
      axisLine: {show: true, lineStyle: {color: ink}}, axisLabel: {color: ink, hideOverlap: true},
      splitLine: {show: true, lineStyle: {color: line}}, nameTextStyle: {color: ink},
    };
    const curves = this.shownCurves();
    const floor = this.floor();
    // Curves that end early leave the room of the others free.
    const ends = this.plot.x.numeric ? [Math.min(...this.plot.x.values), Math.max(...this.plot.x.values)] : [];
    const series = curves.map((curve) => this.curveSeries(curve));
    for (const curve of curves) series.push(this.barSeries(curve, floor), this.boundSeries(curve));
    series.push({type: 'line', silent: true, symbol: 'none', animation: false, data: ends.map((x) => [x, null])});
    this.drawing.setOption({
      animation: false,
      textStyle: {fontFamily: 'inherit', color: ink},
      grid: {left: 8, right: narrow ? 14 : 24, top: 14, bottom: 34, containLabel: true},
      tooltip: {
        trigger: 'item', confine: true, backgroundColor: theme.value('--ground'), borderColor: line,
        textStyle: {color: ink, fontSize: 13}, extraCssText: 'max-width: 20rem; white-space: normal',
        formatter: (item) => (item.data && item.data.words ? echarts.format.encodeHTML(item.data.words).replaceAll('\n', '<br>') : ''),
      },
      xAxis: {
        ...axis, type: this.plot.x.numeric ? 'value' : 'category', name: this.plot.x.title, nameLocation: 'middle',
        nameGap: 30, ...(this.plot.x.numeric ? {} : {data: this.plot.x.values}),
      },
      yAxis: {
        ...axis, type: this.log ? 'log' : 'value',
        ...(this.log ? {min: (range) => logarithmicEnd(range.min, false), max: (range) => logarithmicEnd(range.max, true)} : {}),
      },
      series,
    }, {notMerge: true});
    this.place.setAttribute('aria-label', `${this.plot.title}: ${curves.map((curve) => curve.name).join(', ')}. ` +
      'Arrow keys read the points; the table below has all values.');
  }

  key(event) {
    const curves = this.shownCurves();
    if (curves.length === 0) return;
    const step = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]}[event.key];
    const end = {Home: 0, End: -1}[event.key];
    if (event.key === 'Escape') return void this.hide();
    if (step === undefined && end === undefined) return;
    event.preventDefault();
    const at = this.at || {curve: 0, point: step && step[1] > 0 ? -1 : 0};
    const curve = (at.curve + (step ? step[0] : 0) + curves.length) % curves.length;
    const last = curves[curve].points.length - 1;
    let point = Math.min(Math.max(at.point + (step ? step[1] : 0), 0), last);
    if (end !== undefined) point = end === 0 ? 0 : last;
    this.at = {curve, point};
    this.drawing.dispatchAction({type: 'downplay'});
    this.drawing.dispatchAction({type: 'highlight', seriesIndex: curve, dataIndex: point});
    this.drawing.dispatchAction({type: 'showTip', seriesIndex: curve, dataIndex: point});
    this.live.textContent = curves[curve].points[point].words.replaceAll('\n', ', ');
  }

  hide() {
    this.at = null;
    this.drawing.dispatchAction({type: 'downplay'});
    this.drawing.dispatchAction({type: 'hideTip'});
  }
}

/** The round number of 1, 2 and 5 times a power of ten that is not above a value, or (`above`) not below it. */
function logarithmicEnd(value, above) {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  return above ? steps.find((step) => step >= value * (1 - 1e-9)) : steps.reverse().find((step) => step <= value * (1 + 1e-9));
}
