import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Part {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const signInPart = 'src/features/sign-in/SignInScreen.tsx'
const formPart = '_form-'

/**
 * The parts that a screen will request, as a Link header (RFC 8288): on a first visit the phone fetches them before and
 * beside the page's own scripts instead of after them. Those of the app itself are preloaded as scripts, as by
 * public/guard.js. `folder` is the built app; without its list of parts there is no header.
 */
export function partsAhead(folder: string): (path: string, signedIn: boolean) => string | undefined {
  const list = join(folder, '.vite/manifest.json')
  const parts = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, Part>) : {}
  const app = files(parts, 'index.html')
  const first = app.filter(([, kind]) => kind === 'js').map(([file]) => `</${file}>; rel=preload; as=script; crossorigin`)
  const linksOf = (begins = ''): string | undefined => {
    const start = begins && Object.keys(parts).find((key) => key.startsWith(begins))
    const others = start ? files(parts, start).filter(([file]) => !app.some(([own]) => own === file)) : []
    const links = others.map(([file, kind]) => `</${file}>; rel=${kind === 'css' ? 'preload; as=style' : 'modulepreload'}; crossorigin`)
    return [...first, ...links].join(', ') || undefined
  }
  const signIn = linksOf(signInPart)
  const form = linksOf(formPart)
  const other = linksOf()
  return (path, signedIn) => {
    if (path.startsWith('frontend/')) return form
    // The worker stores this page with its headers and opens every address with it; public/guard.js knows what it needs.
    if (path === 'index.html') return undefined
    return !signedIn && ['', 'sign-in', 'muster'].includes(path) ? signIn : other
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
