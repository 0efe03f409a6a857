// npm run house [-- WORDS]: measures how readable the code is, beside the bounds that are asked for. WORDS of a measure's name list its places.
// --check fails where a measure is worse than lint/house.json says; --write writes today's values there.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { houseMeasures, isTest, rooms } from './steps/houseMeasures.mjs'
import { root } from './steps/install.mjs'

const megabytes = 2 ** 20
const isText = /\.(?:tsx?|mjs|css|html|md)$/

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * megabytes })
const names = listed.split('\n').filter((name) => name !== '' && existsSync(path.join(root, name)))
const files = names.map((name) => [name, isText.test(name) ? readFileSync(path.join(root, name), 'utf8') : ''])
const readPackage = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
const direct = Object.keys(readPackage('.').dependencies)

/** Packages that another one requires beside it: nothing of ours imports them. */
const peers = new Set(
  direct.flatMap((name) => {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = readPackage(`node_modules/${name}`)
    return Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
  }),
)
const dependencies = direct.filter((name) => !peers.has(name))

/** What oxlint finds with the rules of lint/house.oxlintrc.json: measures by rule. */
function lintMeasures() {
  const args = ['node_modules/oxlint/bin/oxlint', '-c', 'lint/house.oxlintrc.json', '--format=json', ...rooms]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * megabytes })
  const found = JSON.parse(stdout).diagnostics.filter(({ filename }) => !isTest(filename))
  const ofRule = (rule) => {
    const where = found
      .filter(({ code }) => code === `eslint(${rule})`)
      .map(({ filename, labels, message }) => `${filename}:${labels[0].span.line} ${message.split('. ')[0]}`)
    return { value: where.length, most: 0, where }
  }
  return [
    { name: 'functions over complexity 15', ...ofRule('complexity') },
    { name: 'functions over 80 lines', ...ofRule('max-lines-per-function') },
    { name: 'nested ternaries', ...ofRule('no-nested-ternary') },
  ]
}

const measures = [...houseMeasures(files, dependencies), ...lintMeasures()]
const recordFile = path.join(root, 'lint/house.json')
const record = JSON.parse(readFileSync(recordFile, 'utf8'))
const options = process.argv.slice(2)
const [wanted] = options.filter((option) => !option.startsWith('--'))
const isChecked = options.includes('--check')

const isMet = ({ value, most, least }) => (least === undefined ? value <= most : value >= least)
const isWorse = ({ name, value, least }) => (least === undefined ? value > record[name] : value < record[name])
const open = measures.filter((measure) => !isMet(measure))
const worse = measures.filter(isWorse)

for (const measure of isChecked ? worse : measures) {
  const { name, value, most, least, where } = measure
  const asked = least === undefined ? `at most ${most}` : `at least ${least}`
  const mark = isMet(measure) ? 'ok   ' : 'open '
  console.log(`${mark} ${name.padEnd(48)} ${String(value).padStart(6)}  asked: ${asked}; written down: ${record[name]}`)
  const places = isChecked ? where.slice(0, 20) : where
  if (isChecked || (wanted !== undefined && name.includes(wanted))) for (const place of places) console.log(`        ${place}`)
}
if (options.includes('--write')) {
  const values = Object.fromEntries(measures.map(({ name, value }) => [name, value]))
  writeFileSync(recordFile, `${JSON.stringify(values, null, 2)}\n`)
} else if (isChecked) {
  console.log(`${measures.length - open.length} of ${measures.length} measures met, ${worse.length} worse than written down`)
  if (worse.length > 0) {
    console.error('The code is harder to read than before (npm run house). Mend the places above; lint/house.json is never loosened.')
    process.exitCode = 1
  }
}
