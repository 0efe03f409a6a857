import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { router } from './router.tsx'

const source = path.resolve(import.meta.dirname, '..')

/** Addresses that the server answers itself (AppLink.tsx). */
const ofServer = /^\/(?:api|auth|oauth|rescue|schema|icons)(?:[/?#]|$)/

/** A part of an address that is only known at run time. */
const unknown = '\u0000'

/** Every address in an attribute or a property `href`: also each side of a condition. */
function addressesIn(code: string): string[] {
  const places = code.matchAll(/\bhref(?:=|: )((?:\{(?:[^{}]|\{[^{}]*\})*\})|"[^"]*"|'[^']*'|`[^`]*`)/g)
  return [...places].flatMap(([, value = '']) =>
    [...value.matchAll(/(["'`])(\/(?:\$\{(?:[^{}]|\{[^{}]*\})*\}|(?!\1).)*)\1/g)].map(([, , address = '']) =>
      address.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, unknown),
    ),
  )
}

/** `/$` is the screen for addresses that lead nowhere. */
const patterns = Object.keys(router.routesByPath)
  .filter((route) => route !== '/$')
  .map(
    (route) =>
      new RegExp(
        `^${route
          .replace(/\/\$$/, '/.+')
          .replace(/\$\w+/g, '[^/]+')
          // A part that is known at run time can be any name: `/automation/${id}/${page}`.
          .replace(/(?<=\/)\w+(?=\/|$)/g, '(?:$&|\u0000)')
          .replace(/(?<=.)\/$/, '')}$`,
      ),
  )
const leadsSomewhere = (address: string) => {
  const place = address.replace(/[?#].*$/s, '')
  // In `/frontend${path}` the unknown part may begin with a slash, or may be a query.
  const places = ['', `/${unknown}`].map((part) => place.replace(/(?<!\/)\u0000/, part))
  return ofServer.test(place) || patterns.some((pattern) => places.some((one) => pattern.test(one)))
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
const links = files.flatMap((name) => addressesIn(readFileSync(path.join(source, name), 'utf8')).map((address) => ({ name, address })))

it('every link in the code leads to a screen of the app or to an address of the server', () => {
  expect(links.length).toBeGreaterThan(90)
  expect(links.filter(({ address }) => !leadsSomewhere(address))).toEqual([])
})

it('the shortcuts of the installed app lead to screens', () => {
  const config = readFileSync(path.resolve(source, '../vite.config.ts'), 'utf8')
  const shortcuts = [...config.matchAll(/\{ name: '[^']+', url: '([^']+)' \}/g)].map(([, url = '']) => url)
  expect(shortcuts).toEqual(['/scan', '/onsite'])
  expect(shortcuts.filter((url) => !leadsSomewhere(url))).toEqual([])
})

it.each(['/outbux', '/onsite/a/muster/b/c', '/teams/a/nothing', '/studio/a/b'])('%s would be found', (address) => {
  expect(leadsSomewhere(address)).toBe(false)
})
