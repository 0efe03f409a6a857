// Proves that every regular expression of the product is linear (recheck). Fails with the location and a slow
// text for each that is not. A pattern that only gets short texts has a comment beside it or on the line
// above: `// regex: at most 60 characters, …`, which names the code that cuts the text.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { root } from './steps/install.mjs'

const folders = ['contract', 'src', 'sw', 'server', 'lib', 'public']
const isProduct = (file) => /\.(?:tsx?|m?js)$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file)
const bounded = /\/\/ regex: at most [\d,]+ characters\b/
const cacheFile = path.join(root, 'node_modules/.cache/muster/regex.json')

const literal = (node) =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'TemplateLiteral' && node.expressions.length === 0
      ? node.quasis[0].value.cooked
      : undefined

/** Calls `visit` for every node of a syntax tree. */
function walk(node, visit) {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit))
  if (typeof node.type === 'string') visit(node)
  for (const [key, child] of Object.entries(node)) if (!(key === 'value' && node.type === 'Literal')) walk(child, visit)
}

/**
 * Returns the patterns of one file: [{ source, flags, line, bounded }]; `source` is undefined if it is built
 * at runtime.
 */
export function patternsIn(file, code) {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0].message}`)
  const lines = code.split('\n')
  const found = []
  walk(program, (node) => {
    const isCall = (node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.name === 'RegExp'
    if (!node.regex && !isCall) return
    const line = code.slice(0, node.start).split('\n').length
    const [source, flags] = node.regex
      ? [node.regex.pattern, node.regex.flags]
      : [literal(node.arguments[0]), literal(node.arguments[1]) ?? '']
    found.push({ source, flags, line, bounded: lines.slice(Math.max(0, line - 2), line).some((text) => bounded.test(text)) })
  })
  return found
}

function readCache(version) {
  try {
    const cache = JSON.parse(readFileSync(cacheFile, 'utf8'))
    return cache.version === version ? cache.results : {}
  } catch {
    return {}
  }
}

/** Without an unbounded repetition a pattern reads a fixed number of characters from each position. */
const isFinite = ({ source }) => !/[*+]|\{\d+,\}/.test(source.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, ''))

/** Limits count steps instead of time, so that a busy machine gets the same result. */
const settings = { timeout: 300_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

/** Returns undefined if recheck finds the pattern linear, else the reason. */
async function complaint(pattern) {
  if (isFinite(pattern)) return undefined
  const { status, complexity, attack, error } = await check(pattern.source, pattern.flags, settings)
  if (status === 'safe') return undefined
  return status === 'vulnerable' ? `${complexity.summary}, slow on ${attack.pattern}` : `can't be checked (${error.kind})`
}

/** Resolves to { checked, wrong: [text] } for the given files: { name: code }. */
export async function checkPatterns(files) {
  const version = createHash('sha256')
    .update(readFileSync(path.join(root, 'node_modules/recheck/package.json')))
    .digest('hex')
  const known = readCache(version)
  const results = {}
  const all = Object.entries(files).flatMap(([file, code]) => patternsIn(file, code).map((pattern) => ({ file, ...pattern })))
  const waiting = [
    ...new Map(all.filter(({ source, bounded }) => source !== undefined && !bounded).map((one) => [keyOf(one), one])).entries(),
  ]
  const checked = waiting.length
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [key, pattern] = next
      results[key] = Object.hasOwn(known, key) ? known[key] : ((await complaint(pattern)) ?? null)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
  mkdirSync(path.dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify({ version, results: { ...known, ...results } }))
  const wrong = all.flatMap(({ file, line, bounded, ...pattern }) => {
    if (bounded) return []
    const why =
      pattern.source === undefined
        ? 'is put together while the app runs: write it as a literal, or bound its text and say so'
        : results[keyOf(pattern)]
    return why === null ? [] : [`${file}:${line}: ${pattern.source === undefined ? 'RegExp' : keyOf(pattern)} ${why}`]
  })
  return { checked, wrong }
}

const keyOf = ({ source, flags }) => `/${source}/${flags}`

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = names.split('\n').filter(isProduct)
  const { checked, wrong } = await checkPatterns(
    Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])),
  )
  for (const line of wrong) console.error(line)
  console.log(`${checked} patterns, ${wrong.length} not linear`)
  process.exit(wrong.length > 0 ? 1 : 0)
}
