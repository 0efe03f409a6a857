import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseLanguage, type Language } from '../../contract/reference/languages.ts'

interface Part {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** The part with the pages of a sign-in, and the addresses that open one: without a session `/` leads to it as well. */
const signInPart = 'src/app/routes/Login.tsx'
const signInPages = /^(?:|sign-in|muster|mytasks|signup|login(?:\/.*)?|join\/[^/]+)$/
const formPart = '_form-'

/** Who opens a page: with a session or without one, and the language of the texts. */
interface Visit {
  readonly signedIn: boolean
  readonly language: Language
}

/**
 * The parts and texts that a screen will request, as a Link header (RFC 8288): on a first visit the phone fetches them before
 * and beside the page's own scripts instead of after them. Those of the app itself are preloaded as scripts, as by
 * public/guard.js. `folder` is the built app; without its list of parts there is no header.
 */
export function partsAhead(folder: string): (path: string, visit: Visit) => string | undefined {
  const list = join(folder, '.vite/manifest.json')
  const parts = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, Part>) : {}
  const app = files(parts, 'index.html')
  // The style sheet is first: nothing is drawn without it.
  const first = [
    ...app.filter(([, kind]) => kind === 'css').map(([file]) => `</${file}>; rel=preload; as=style; crossorigin`),
    ...app.filter(([, kind]) => kind === 'js').map(([file]) => `</${file}>; rel=preload; as=script; crossorigin`),
  ]
  const made = new Map<string, string | undefined>()
  /** The links of the app and of these parts, without those that are not in the list. */
  const linksOf = (...starts: string[]): string | undefined => {
    const key = starts.join(' ')
    if (made.has(key)) return made.get(key)
    const others = new Map(starts.flatMap((start) => files(parts, start)))
    for (const [file] of app) others.delete(file)
    const links = [...others].map(
      ([file, kind]) => `</${file}>; rel=${kind === 'css' ? 'preload; as=style' : 'modulepreload'}; crossorigin`,
    )
    made.set(key, [...first, ...links].join(', ') || undefined)
    return made.get(key)
  }
  const form = Object.keys(parts).find((key) => key.startsWith(formPart)) ?? ''
  return (path, { signedIn, language }) => {
    // The worker stores this page with its headers and opens every address with it; public/guard.js knows what it needs.
    if (path === 'index.html') return undefined
    const texts = `locales/${baseLanguage(language)}`
    const words = `${texts}/first.po`
    if (path.startsWith('frontend/')) return linksOf(form, words)
    return signedIn || !signInPages.test(path) ? linksOf(words) : linksOf(signInPart, words, `${texts}/sign-in.po`)
  }
}

function files(parts: Record<string, Part>, start: string): [file: string, kind: 'js' | 'css'][] {
  const found = new Map<string, 'js' | 'css'>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    const part = parts[key]
    if (!part || seen.has(key)) return
    seen.add(key)
    found.set(part.file, 'js')
    for (const sheet of part.css ?? []) found.set(sheet, 'css')
    for (const next of part.imports ?? []) visit(next)
  }
  visit(start)
  return [...found]
}
