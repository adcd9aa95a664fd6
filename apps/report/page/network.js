// Networks with the values of their channels as colours.

const mostPanels = 4;

/** The colours of the scale, from 0 to the greatest value. */
function scaleStops() {
  return theme.value('--scale').split(' ');
}

function scaleColour(share) {
  const stops = scaleStops();
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const below = Math.min(Math.floor(place), stops.length - 2);
  const part = (text, k) => parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16);
  const mixed = [0, 1, 2].map((k) => Math.round(part(stops[below], k) + (place - below) * (part(stops[below + 1], k) - part(stops[below], k))));
  return `rgb(${mixed.join(',')})`;
}

class NetworkView {
  constructor() {
    this.series = data.series.filter((series) => series.network !== null && data.networks[series.network].drawn);
    const hasChannels = (place) => place.channels !== undefined;
    this.xs = data.x.values.filter((x) => this.series.some((series) => series.curve.some((place) => place.x === x && hasChannels(place))));
    const names = new Set(this.series.flatMap((series) => series.curve.filter(hasChannels).flatMap((place) => Object.keys(place.channels))));
    this.quantities = data.channel_quantities.filter((quantity) => names.has(quantity.name));
    this.x = this.xs.length - 1;
    this.quantity = 0;
    this.panels = element('div', {class: 'panels'});
    this.scale = element('div', {class: 'scale'});
    this.readout = element('p', {class: 'live', 'aria-live': 'polite'});
    this.tables = element('div', {});
  }

  hasValues() {
    return this.xs.length > 0 && this.quantities.length > 0;
  }

  /** The parts of the section. */
  parts() {
    if (!this.hasValues()) {
      return [element('p', {}, 'The documents have no values by channel, so the channels have no colours. ' +
        'With run.stalls: detail in the configuration they have the use of each channel and why packets waited at its end; ' +
        'with run.series: CYCLES the use alone.'), this.panels];
    }
    const x = chooser(data.x.title, this.xs.map((value) => shown(value)), (number) => { this.x = number; this.draw(); });
    x.select.selectedIndex = this.x;
    const what = chooser('Colours:', this.quantities.map((quantity) => quantity.title), (number) => { this.quantity = number; this.draw(); });
    const note = data.drawn_every > 1 ? ` To keep the page small, every ${data.drawn_every}th place of the curves is drawn.` : '';
    return [element('p', {}, 'Whole runs, the warm-up included, all seeds together. Each channel has a line of its own, to the right of its link as it travels. ' +
      'Solid lines: links to neighbours and wraparounds; long dashes: twisted wraparounds; short dashes: bypass links.' + note),
      element('div', {class: 'choices'}, x.field, what.field), this.scale, this.panels, this.readout, this.tables];
  }

  /** [channel, name, value] of a place. */
  valuesOf(svg, place) {
    const counts = place && place.channels && place.channels[this.quantities[this.quantity].name];
    const cycles = place && place.channels ? place.channels.cycles : 1;
    return [...svg.querySelectorAll('[data-channel]')].map((group) => [group, group.dataset.name, counts ? counts[group.dataset.channel] / cycles : 0]);
  }

  draw() {
    const chosen = this.series.filter((series) => isVisible(series)).slice(0, mostPanels);
    const drawn = chosen.map((series) => {
      const svg = document.querySelector(`#drawings [data-network="${series.network}"] svg`).cloneNode(true);
      const place = this.hasValues() ? series.curve.find((one) => one.x === this.xs[this.x] && one.channels) : undefined;
      return {series, svg, values: place ? this.valuesOf(svg, place) : []};
    });
    const most = Math.max(0, ...drawn.flatMap(({values}) => values.map(([, , value]) => value)));
    this.panels.replaceChildren(...drawn.map((one) => this.panel(one, most)));
    const left = this.series.filter((series) => isVisible(series)).length - chosen.length;
    if (left > 0) this.panels.append(element('p', {}, `${left} more series: switch off some of the others to see them.`));
    if (!this.hasValues()) return;
    this.drawScale(most);
    this.tables.replaceChildren(...drawn.filter(({values}) => values.length > 0).map((one) => this.tableOf(one)));
  }

  panel({series, svg, values}, most) {
    const {title, unit} = this.hasValues() ? this.quantities[this.quantity] : {};
    const name = data.networks[series.network].name;
    let caption = series.name.toLowerCase() === name ? series.name : `${series.name}: ${name}`;
    if (values.length > 0) {
      const mean = values.reduce((sum, [, , value]) => sum + value, 0) / values.length;
      const busiest = values.reduce((best, one) => (one[2] > best[2] ? one : best));
      caption += `; mean ${shown(mean, 3)}, most ${shown(busiest[2], 3)} (${busiest[1]})`;
    } else if (this.hasValues()) {
      caption += '; no document here has values by channel';
    }
    // Where lines cross, the greater value lies above.
    for (const [group, channel, value] of [...values].sort((a, b) => a[2] - b[2])) {
      group.style.color = scaleColour(most > 0 ? value / most : 0);
      const words = `${channel}: ${shown(value)} ${unit}`;
      const hint = document.createElementNS('http://www.w3.org/2000/svg', 'title');
      hint.textContent = words;
      group.prepend(hint);
      group.addEventListener('pointerenter', () => { this.readout.textContent = `${series.name}, ${words}`; });
    }
    const first = svg.querySelector('circle');
    for (const [group] of [...values].sort((a, b) => a[2] - b[2])) svg.insertBefore(group, first);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', title ? `${caption}. ${title}` : caption);
    return element('figure', {}, element('figcaption', {}, caption), svg);
  }

  drawScale(most) {
    const {title, unit} = this.quantities[this.quantity];
    this.scale.replaceChildren(element('span', {}, `${title}, ${unit}: 0`),
                               element('span', {class: 'gradient', style: `background: linear-gradient(to right, ${scaleStops().join(',')})`}),
                               element('span', {}, shown(most, 3)));
  }

  tableOf({series, values}) {
    const {title, unit} = this.quantities[this.quantity];
    const x = shown(this.xs[this.x]);
    const rows = () => [...values].sort((a, b) => b[2] - a[2]).map(([, channel, value]) => [channel, value]);
    return closedTable(`All channels of ${series.name}`, `${title} (${unit}) of ${series.name}, ${data.x.title} ${x}, the greatest first`,
                       ['channel', title], rows);
  }
}
