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
 * The script parts that a screen will request, as a Link header (RFC 8288, rel modulepreload): on a first
 * visit the phone fetches them in parallel with the app instead of after it. `folder` is the built app;
 * without its list of parts there is no header.
 */
export function partsAhead(folder: string): (path: string, signedIn: boolean) => string | undefined {
  const list = join(folder, '.vite/manifest.json')
  const parts = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, Part>) : {}
  const linksOf = (begins: string): string | undefined => {
    const start = Object.keys(parts).find((key) => key.startsWith(begins))
    if (start === undefined) return undefined
    // index.html already names its own parts.
    const told = new Set(files(parts, 'index.html').map(([file]) => file))
    const links = files(parts, start).filter(([file]) => !told.has(file))
    return (
      links.map(([file, kind]) => `</${file}>; rel=${kind === 'css' ? 'preload; as=style' : 'modulepreload'}; crossorigin`).join(', ') ||
      undefined
    )
  }
  const signIn = linksOf(signInPart)
  const form = linksOf(formPart)
  return (path, signedIn) => {
    if (path.startsWith('frontend/')) return form
    return !signedIn && ['', 'sign-in', 'muster', 'index.html'].includes(path) ? signIn : undefined
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
