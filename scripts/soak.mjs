// npm run soak [-- --minutes 10 --devices 3 --seed 1]: several phones save continuously while a nemesis cuts
// their network, kills their browsers and kills the server. At the end every acknowledged save must have
// arrived exactly once, with its photos.
// --saves 500 ends after so many acknowledged saves; --kills 0.5 makes half of the faults kills of a browser; --browser firefox or webkit names the browser of the phones.
// npm run soak -- --typing 50: kills a browser that often in the middle of a word, and prints the worst and the
// 95th percentile of the typing that was lost, in ms and letters; fails above 300 ms. --browser firefox does it in Firefox,
// --form pdf types into a field of a PDF.
// npm run soak -- --servers 20000: so many saves go to three servers behind PgBouncer, each to two of them at once, while
// servers, database and object store are killed. Everything acknowledged must be there once.
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { demandNode, installMissing } from './steps/install.mjs'

demandNode()
installMissing()
const { buildIsCurrent } = await import('./steps/newer.mjs')
const { needBrowser, needFirefox, needWebkit } = await import('./steps/browser.mjs')
const { tool } = await import('./steps/run.mjs')
const { values } = parseArgs({
  options: {
    saves: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    devices: { type: 'string', default: '3' },
    kills: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    typing: { type: 'string' },
    browser: { type: 'string', default: 'chromium' },
    form: { type: 'string', default: 'form' },
    servers: { type: 'string' },
  },
})
const isFirefox = values.browser === 'firefox'
const findBrowser = { chromium: needBrowser, firefox: needFirefox, webkit: needWebkit }[values.browser]
if (values.servers === undefined && !(await findBrowser?.())) {
  console.error(`No ${values.browser} here that starts.`)
  process.exit(1)
}
if (!buildIsCurrent()) await tool('scripts/build.mjs', [], { show: true })
register()
// Ends the browsers and the server too: they stop when this process exits.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => process.exit(code))
if (values.typing !== undefined) {
  const { killWhileTyping, mostLost, summarizeLosses } = await import('../e2e/soak/killWhileTyping.ts')
  const { startDevice } = await import('../e2e/harness/browser.ts')
  const { startFirefox } = await import('../e2e/harness/firefox/startFirefox.ts')
  const lost = await killWhileTyping({
    rounds: Number(values.typing),
    form: values.form,
    start: isFirefox ? startFirefox : startDevice,
    onEvent: (text) => console.log(text),
  })
  const { worst, p95 } = summarizeLosses(lost)
  const words = ({ ms, letters }) => `${ms} ms and ${letters} letters`
  console.log(`${lost.length} kills lost at most ${words(worst)}, 95th percentile ${words(p95)} (${mostLost} ms allowed)`)
  process.exit(worst.ms > mostLost ? 1 : 0)
}
if (values.servers !== undefined) {
  const { severalServers } = await import('../e2e/soak/severalServers.ts')
  const { lost, twice, withoutFile, unheard, leaked, textsNotOnce, ...counts } = await severalServers({
    saves: Number(values.servers),
    onEvent: (text) => console.log(text),
  })
  const wrong = { lost, twice, withoutFile, unheard, leaked, textsNotOnce }
  console.log(JSON.stringify({ ...counts, ...wrong }))
  process.exit(Object.values(wrong).flat().length > 0 ? 1 : 0)
}
const { soak } = await import('../e2e/soak/soak.ts')
const result = await soak({
  browser: values.browser,
  minutes: Number(values.minutes),
  saves: values.saves === undefined ? undefined : Number(values.saves),
  devices: Number(values.devices),
  kills: values.kills === undefined ? undefined : Number(values.kills),
  seed: Number(values.seed),
  onEvent: (text) => console.log(text),
})
console.log(JSON.stringify(result))
process.exit(
  result.lost.length + result.noticed + result.twice.length + result.strange.length + result.withoutPhoto.length + result.stuck > 0 ? 1 : 0,
)
