// A chart of bars that add up to a whole.

/** `plot`: {title, x: {title, values}, parts: [{name, colour, values}]}: shares, by value of x. */
class Bars {
  constructor(plot) {
    this.plot = plot;
    this.at = null;
    this.place = element('div', {
      class: 'chart', tabindex: '0', role: 'img', keydown: (event) => this.key(event), blur: () => this.hide(),
    });
    this.live = element('p', {class: 'live', 'aria-live': 'polite'});
    this.legend = element('ul', {class: 'parts'});
    this.figure = element('figure', {}, element('figcaption', {}, plot.title), this.place, this.live, this.legend);
    charts.push(this);
  }

  start() {
    this.drawing = echarts.init(this.place, null, {renderer: 'svg'});
    new ResizeObserver(() => fit(this.drawing)).observe(this.place);
    this.draw();
  }

  replace(plot) {
    this.plot = plot;
    this.draw();
  }

  /** All parts at a value of x. */
  words(place) {
    const parts = this.plot.parts.filter((part) => part.values[place] > 0);
    return [`${this.plot.x.title} ${this.plot.x.values[place]}`,
            ...parts.map((part) => `${part.name}: ${shown(100 * part.values[place])} %`)];
  }

  draw() {
    fit(this.drawing);
    const ink = theme.value('--ink');
    const line = theme.value('--line');
    const axis = {axisLine: {show: true, lineStyle: {color: ink}}, axisLabel: {color: ink}, nameTextStyle: {color: ink}};
    this.drawing.setOption({
      animation: false,
      textStyle: {fontFamily: 'inherit', color: ink},
      grid: {left: 8, right: 16, top: 14, bottom: 34, containLabel: true},
      tooltip: {
        trigger: 'axis', axisPointer: {type: 'shadow'}, confine: true, backgroundColor: theme.value('--ground'),
        borderColor: line, textStyle: {color: ink, fontSize: 13},
        formatter: (items) => this.words(items[0].dataIndex).map((text) => echarts.format.encodeHTML(text)).join('<br>'),
      },
      xAxis: {...axis, type: 'category', name: this.plot.x.title, nameLocation: 'middle', nameGap: 30,
              data: this.plot.x.values.map(String)},
      yAxis: {...axis, type: 'value', max: 1,
              splitLine: {lineStyle: {color: line}}},
      series: this.plot.parts.map((part) => ({
        type: 'bar', name: part.name, stack: 'whole', animation: false, barMaxWidth: 46,
        itemStyle: {color: theme.value(part.colour)}, data: part.values,
      })),
    }, {notMerge: true});
    this.legend.replaceChildren(...this.plot.parts.map((part) => element(
      'li', {}, element('span', {class: 'swatch', style: `background: var(${part.colour})`}), part.name)));
    this.place.setAttribute('aria-label', `${this.plot.title}. Arrow keys read the bars; the table below has all values.`);
  }

  key(event) {
    const last = this.plot.x.values.length - 1;
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (event.key === 'Escape') return void this.hide();
    if (step === undefined) return;
    event.preventDefault();
    this.at = this.at === null ? 0 : Math.min(Math.max(this.at + step, 0), last);
    this.drawing.dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: this.at});
    this.live.textContent = this.words(this.at).join(', ');
  }

  hide() {
    this.at = null;
    this.drawing.dispatchAction({type: 'hideTip'});
  }
}
