import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Packages that a file reaches through runtime imports (type imports excluded). */
function packagesBehind(entry: string): Set<string> {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    for (const [, isType, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s+(type\s)?(?:[^'"]*?from\s+)?['"]([^'"]+)['"]/gm,
    )) {
      if (isType) continue
      if (specifier.startsWith('.')) visit(path.resolve(path.dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  visit(path.join(root, entry))
  return packages
}

it('the service worker reaches no screen library, not even through the store', () => {
  const packages = packagesBehind('sw/sw.ts')
  expect([...packages]).toContain('dexie')
  expect([...packages].filter((name) => /^(?:react|dexie-react-hooks|@chakra-ui|@emotion|@lingui|framer-motion)/.test(name))).toEqual([])
})

it('FE-027 the form engine knows no router, and no fixed address of the app draws a form', () => {
  for (const entry of ['src/engine/form.ts', 'src/fields/index.ts', 'src/fields/FormBody.tsx', 'src/features/forms/AutomationForm.tsx'])
    expect(
      [...packagesBehind(entry)].filter((name) => name.startsWith('@tanstack')),
      entry,
    ).toEqual([])
  const routes = readFileSync(path.join(root, 'src/app/router.tsx'), 'utf8')
  const parts = [...routes.matchAll(/features\/forms\/([\w/]+)/g)].map(([, file]) => file)
  expect(parts).toEqual(['drafts/DraftsScreen'])
  expect(routes).toContain("screen('/frontend/$'")
})

it('the server reaches no package of the app', () => {
  const packages = packagesBehind('server/main.ts')
  expect([...packages].some((name) => name.startsWith('fastify'))).toBe(true)
  expect([...packages].filter((name) => /^(?:react|dexie|@chakra-ui|@emotion|@lingui\/react|workbox)/.test(name))).toEqual([])
})
