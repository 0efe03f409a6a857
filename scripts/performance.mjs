// npm run performance: prints the newest value of each figure beside its budget, from bench/history.json.
//   --keep     adds the figures of bench/results.json to the history under the present commit, and writes docs/performance.md
//   --write    writes the tables into docs/performance.md; --check fails if they differ
//   --plot     writes bench/.work/history.html, a page with a line for each figure
//   --history FILE, --results FILE, --page FILE, --document FILE   instead of those files
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './steps/install.mjs'

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean' },
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    plot: { type: 'boolean' },
    history: { type: 'string' },
    results: { type: 'string' },
    page: { type: 'string' },
    document: { type: 'string' },
  },
})
const historyFile = options.history ?? path.join(root, 'bench/history.json')
const resultsFile = options.results ?? path.join(root, 'bench/results.json')
const pageFile = options.page ?? path.join(root, 'bench/.work/history.html')
const document = options.document ?? path.join(root, 'docs/performance.md')
const readJson = (name) => JSON.parse(readFileSync(name, 'utf8'))
const stop = (problem) => {
  console.error(problem)
  process.exit(1)
}

/**
 * `figures` has the unit and the budget (atMost or atLeast) of each figure by `area: name`. An entry has the values of
 * one commit: a median, or { median, low, high } where the runs give an interval.
 */
const history = existsSync(historyFile) ? readJson(historyFile) : { figures: {}, entries: [] }
const medianOf = (value) => (typeof value === 'number' ? value : value.median)

/** Adds the results to the entry of the present commit. Leaves out what a busy machine disturbed, and what an earlier entry has. */
function keep() {
  if (!existsSync(resultsFile)) stop('There is no bench/results.json. Run npm run bench first.')
  const { date, machine, versions, figures } = readJson(resultsFile)
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const others = history.entries.filter((entry) => entry.commit !== commit)
  const before = others.at(-1)?.date ?? ''
  const fresh = figures.filter((figure) => figure.date > before && figure.busy === undefined)
  if (fresh.length === 0) stop('bench/results.json has no figure that the history lacks. Run npm run bench first, on a quiet machine.')
  const values = { ...history.entries.find((entry) => entry.commit === commit)?.values }
  for (const { area, name, unit, median, between, budget } of fresh) {
    const key = `${area}: ${name}`
    history.figures[key] = { unit, ...budget }
    values[key] = between ? { median, low: between[0], high: between[1] } : median
  }
  history.entries = [...others, { commit, date, machine: machine.processors, browser: versions.browser, values }]
  writeFileSync(historyFile, `${JSON.stringify(history, null, 2)}\n`)
}

if (options.keep) keep()
const isEmpty = history.entries.length === 0
const noRun = 'No run is kept yet: run `npm run bench`, then `npm run performance -- --keep`.'
if (isEmpty && !options.write && !options.check) stop(noRun)

/** The newest value of each figure, by its key. */
const newest = new Map(
  history.entries.flatMap((entry) =>
    Object.entries(entry.values).map(([key, value]) => [key, { key, value, entry, ...history.figures[key] }]),
  ),
)

const show = (value) => value.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(value) >= 1000 ? 21 : 3 })
const isMet = ({ value, atMost, atLeast }) => medianOf(value) <= (atMost ?? Infinity) && medianOf(value) >= (atLeast ?? -Infinity)
const budgetOf = ({ atMost, atLeast }) => (atMost !== undefined ? `≤ ${show(atMost)}` : atLeast !== undefined ? `≥ ${show(atLeast)}` : '')
const areaOf = ({ key }) => key.slice(0, key.indexOf(': '))
const nameOf = ({ key }) => key.slice(key.indexOf(': ') + 2)
const figures = [...newest.values()]
const withBudget = figures.filter((figure) => budgetOf(figure) !== '')
const missed = withBudget.filter((figure) => !isMet(figure))

function row(figure) {
  const { value, unit, entry } = figure
  const between = typeof value === 'number' ? '' : ` (${show(value.low)} to ${show(value.high)})`
  const budget = budgetOf(figure)
  const word = budget === '' ? '' : isMet(figure) ? 'met' : '**not met**'
  return `| ${nameOf(figure)} | ${show(medianOf(value))}${between}${unit && ` ${unit}`} | ${budget} | ${word} | ${entry.date.slice(0, 10)}, \`${entry.commit}\` |`
}

const head = ['| figure | median (its interval) | budget | | measured |', '|---|---|---|---|---|']
const tables = [...new Set(figures.map(areaOf))].flatMap((area) => [
  `### ${area}`,
  '',
  ...head,
  ...figures.filter((figure) => areaOf(figure) === area).map(row),
  '',
])
const { machine, browser } = history.entries.at(-1) ?? {}
const printed = [
  isEmpty
    ? noRun
    : `${withBudget.length - missed.length} of ${withBudget.length} budgets are met. The newest entry is from ${machine}, ${browser}.`,
  '',
  ...(missed.length > 0
    ? ['### Budgets that are not met', '', ...head, ...missed.map((figure) => row({ ...figure, key: `x: ${figure.key}` })), '']
    : []),
  ...tables,
]

const [start, end] = ['<!-- performance: printed -->', '<!-- performance: end -->']
const documentWith = () => {
  const written = readFileSync(document, 'utf8')
  const [from, to] = [written.indexOf(start), written.indexOf(end)]
  if (from === -1 || to === -1) stop(`docs/performance.md lacks ${start} or ${end}.`)
  return `${written.slice(0, from)}${start}\n\n${printed.join('\n')}\n${written.slice(to)}`
}

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** One small chart: the medians of a figure over the entries, and its budget as a dashed line. */
function chart(figure) {
  const points = history.entries.flatMap((entry, n) =>
    entry.values[figure.key] === undefined ? [] : [{ n, median: medianOf(entry.values[figure.key]), commit: entry.commit }],
  )
  const limit = figure.atMost ?? figure.atLeast
  const [width, height, top] = [360, 80, Math.max(limit ?? 0, ...points.map(({ median }) => median)) * 1.1 || 1]
  const x = (n) => (history.entries.length === 1 ? width / 2 : (n / (history.entries.length - 1)) * (width - 20) + 10)
  const y = (value) => height - (value / top) * (height - 10) - 5
  const dots = points.map(
    ({ n, median, commit }) =>
      `<circle cx="${x(n).toFixed(1)}" cy="${y(median).toFixed(1)}" r="3"><title>${commit}: ${show(median)}</title></circle>`,
  )
  const line = points.map(({ n, median }) => `${x(n).toFixed(1)},${y(median).toFixed(1)}`).join(' ')
  const budget = limit === undefined ? '' : `<line x1="0" x2="${width}" y1="${y(limit).toFixed(1)}" y2="${y(limit).toFixed(1)}" />`
  const newestOf = points.at(-1)?.median
  return `<figure><figcaption>${escapeHtml(nameOf(figure))}: ${show(newestOf)} ${figure.unit} ${budgetOf(figure)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img">${budget}<polyline points="${line}" />${dots.join('')}</svg></figure>`
}

const page = () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Figures of Muster</title>
<style>body{font:14px system-ui;margin:1rem;color-scheme:light dark}section{display:flex;flex-wrap:wrap;gap:1rem}figure{width:22rem;margin:0}
svg{width:100%;border-bottom:1px solid}polyline{fill:none;stroke:currentColor}circle{fill:currentColor}line{stroke:crimson;stroke-dasharray:4}</style>
<h1>Figures of Muster</h1><p>${history.entries.map(({ commit, date }) => `${date.slice(0, 10)} ${commit}`).join(', ')}. Dashed: the budget.</p>
${[...new Set(figures.map(areaOf))]
  .map(
    (area) =>
      `<h2>${area}</h2><section>${figures
        .filter((figure) => areaOf(figure) === area)
        .map(chart)
        .join('\n')}</section>`,
  )
  .join('\n')}</html>\n`

if (options.plot) {
  mkdirSync(path.dirname(pageFile), { recursive: true })
  writeFileSync(pageFile, page())
  console.log(`Open ${pageFile} in a browser.`)
} else if (options.check) {
  if (documentWith() !== readFileSync(document, 'utf8'))
    stop('docs/performance.md differs from bench/history.json. Run npm run performance -- --write.')
} else if (options.keep || options.write) writeFileSync(document, documentWith())
else console.log(printed.join('\n'))
