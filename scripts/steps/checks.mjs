import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'
import { tool } from './run.mjs'
import { unitTests } from './runTests.mjs'

const folders = ['locales']

function catalogues() {
  const names = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.po'))
      .map((name) => path.join(folder, name)),
  )
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))
}

/** Extracts messages like `npm run i18n`, restores the catalogs, and fails if they differed. */
async function cataloguesAreCurrent() {
  const before = catalogues()
  await tool('lingui', ['extract', '--clean'])
  const after = catalogues()
  const stale = Object.keys(after).filter((name) => after[name] !== before[name])
  for (const name of stale) if (before[name] !== undefined) writeFileSync(path.join(root, name), before[name])
  if (stale.length > 0) throw new Error(`${stale.join(', ')} are not as the source has it: npm run i18n, then translate.`)
  const translated = Object.keys(after).filter((name) => !/[/\\]en(?:-\w+)?[/\\]/.test(name))
  const untranslated = translated.filter((name) => /^msgid ".+"\n(?:".*"\n)*msgstr ""\n(?!")/m.test(after[name]))
  if (untranslated.length > 0) throw new Error(`${untranslated.join(', ')} have texts without a translation.`)
}

const silent = async (promise) => void (await promise)

/**
 * The checks before a commit, fastest first. `since`: only the unit tests that a change since then touches.
 * @param {string} [since]
 */
export const checks = (since) => [
  { name: 'types', run: () => silent(tool('tsc', ['-b'])) },
  { name: 'lint', run: () => silent(tool('oxlint', ['--type-aware'])) },
  { name: 'format', run: () => silent(tool('biome', ['format', '.'])) },
  { name: 'house', run: async () => (await tool('scripts/house.mjs', ['--check'])).trim() },
  { name: 'regex', run: async () => (await tool('scripts/regex.mjs')).trim() },
  { name: 'catalogues', run: cataloguesAreCurrent },
  { name: 'unit', run: () => unitTests(since) },
  { name: 'build', run: () => silent(tool('scripts/build.mjs')) },
  { name: 'size', needs: ['build'], run: async () => (await tool('scripts/size.mjs', ['--brief'])).trim() },
]
