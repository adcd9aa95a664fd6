// Puts the page together.

const sections = [
  ['problems', 'Failures', problemsSection],
  ['curves', 'Curves', curvesSection],
  ['latencies', 'Distribution of latencies', latencySection],
  ['comparison', 'Comparison', comparisonSection],
  ['network', 'Channels', networkSection],
  ['stalls', 'Why packets wait', stallSection],
  ['more', 'More quantities', moreSection],
  ['configurations', 'Configurations', configurationSection],
  ['points', 'Documents', pointsSection],
];

function redraw() {
  for (const chart of charts) chart.draw();
  if (networkView !== null) networkView.draw();
}

function summaryWords() {
  const planned = data.folders.reduce((sum, folder) => sum + folder.points - folder.left_out, 0);
  const left_out = data.folders.reduce((sum, folder) => sum + folder.left_out, 0);
  const words = [`${data.documents} of ${planned} points have a document`];
  if (left_out > 0) words.push(`${left_out} were left out by stop or find`);
  if (data.problems.length > 0) words.push(`${data.problems.length} failed or ended early`);
  return `${words.join('; ')}. Bars are 95 % intervals; hollow marks are means of those seeds alone that have a value.`;
}

document.getElementById('summary').textContent = summaryWords();
document.getElementById('program').textContent = `Made by trenza ${data.program} of ${data.folders.map((folder) => folder.label).join(', ')}.`;
const main = document.getElementById('main');
const contents = element('ul', {});
for (const [id, title, make] of sections) {
  const parts = make();
  if (parts === null) continue;
  const heading = element('h2', {id: `${id}-title`}, title);
  main.append(element('section', {id, 'aria-labelledby': `${id}-title`}, heading, ...(id === 'curves' ? [seriesSwitches(redraw)] : []), ...parts));
  contents.append(element('li', {}, element('a', {href: `#${id}`}, title)));
}
document.getElementById('contents').append(contents);
theme.start();
for (const chart of charts) chart.start();
theme.listeners.push(redraw);
if (networkView !== null) networkView.draw();
document.documentElement.dataset.ready = 'true';
